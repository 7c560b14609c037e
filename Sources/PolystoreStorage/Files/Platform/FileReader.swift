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
        try SystemFile.read(descriptor, from: offset, count: count, path)
    }
}
