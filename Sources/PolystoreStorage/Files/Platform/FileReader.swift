import PolystoreModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is open for reading at any place; it is closed with its last reference.
package final class FileReader: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file that no engine of this process has open.
    package init(_ path: String) throws(StoreError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
    }

    deinit { close(descriptor) }

    /// Bytes at a place; fewer where the file ends.
    package func bytes(from offset: Int, count: Int) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var length = 0
        while length < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { pread(descriptor, $0 + length, count - length, off_t(offset + length)) } ?? 0
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw SystemFile.error(errno, path) }
            if read == 0 { break }
            length += read
        }
        return Array(bytes.prefix(length))
    }
}
