#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SystemFile {
    /// Reads bytes at a place of an open file; fewer where the file ends.
    package static func read(
        _ descriptor: Int32, from offset: Int, count: Int, _ path: String
    ) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var length = 0
        while length < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { pread(descriptor, $0 + length, count - length, off_t(offset + length)) } ?? 0
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw error(errno, path) }
            if read == 0 { break }
            length += read
        }
        return Array(bytes.prefix(length))
    }
}
