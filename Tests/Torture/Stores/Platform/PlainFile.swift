#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files as the system has them.
enum PlainFile {
    /// Writes a new file without waiting for the disk; zeros at its end take no time.
    static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Violation("\(path) cannot be made: \(errno)") }
        defer { close(descriptor) }
        var end = bytes.count
        while end >= 4096, isZero(UnsafeRawBufferPointer(rebasing: bytes[(end - 4096)..<end])) { end -= 4096 }
        var written = 0
        while written < end, let base = bytes.baseAddress {
            let count = pwrite(descriptor, base + written, end - written, off_t(written))
            guard count > 0 else { throw Violation("\(path) cannot be written: \(errno)") }
            written += count
        }
        guard end == bytes.count || ftruncate(descriptor, off_t(bytes.count)) == 0 else {
            throw Violation("\(path) cannot be extended: \(errno)")
        }
    }

    private static func isZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, bytes.first == 0 else { return bytes.isEmpty }
        return memcmp(base, base + 1, bytes.count - 1) == 0
    }
}
