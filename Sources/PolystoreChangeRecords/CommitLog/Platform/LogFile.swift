import PolystoreModel
import PolystoreStorage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is read and written at any place, and locked as a whole; it is closed with its last reference.
///
/// Reads and writes may come from any thread.
final class LogFile: Sendable {
    let path: String
    private let descriptor: Int32

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens a file that is there.
    static func open(_ path: String, writes: Bool) throws(StoreError) -> LogFile {
        let mode = (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK
        #if canImport(Glibc)
            let descriptor = Glibc.open(path, mode)
        #else
            let descriptor = Musl.open(path, mode)
        #endif
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        return LogFile(path, descriptor)
    }

    /// Locks the file against other openings that lock it; false when one does already.
    ///
    /// The lock ends with the file, or with the process.
    ///
    /// - Parameter attempts: How often it is tried, a hundredth of a second apart: a program that looks whether the file is
    ///   locked has it locked for a moment.
    /// - Returns: Whether the file is locked by this opening.
    /// - Throws: What the system refuses.
    func lock(attempts: Int = 1) throws(StoreError) -> Bool {
        var rest = attempts
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            guard number == EWOULDBLOCK else { throw SystemFile.error(number, path) }
            rest -= 1
            guard rest > 0 else { return false }
            usleep(10_000)
        }
        return true
    }

    /// Whether the path still leads to this file.
    var isCurrent: Bool { FileIdentity(descriptor: descriptor) == FileIdentity(path: path) }

    var size: Int {
        get throws(StoreError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw SystemFile.error(errno, path) }
            return Int(status.st_size)
        }
    }

    /// Bytes at a place; fewer where the file ends.
    func read(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
        try SystemFile.read(descriptor, from: offset, count: count, path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreError) {
        guard let base = bytes.baseAddress else { return }
        var written = 0
        while written < bytes.count {
            let count = pwrite(descriptor, base + written, bytes.count - written, off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFile.error(count < 0 ? errno : ENOSPC, path) }
            written += count
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
        try bytes.withUnsafeBytesTyped { (bytes) throws(StoreError) in try write(bytes, at: offset) }
    }

    /// Reserves room, so that what is written there needs no more of the disk and a sync waits for data alone.
    ///
    /// - Throws: `full` when there is no room. A file system that cannot reserve grows with what is written.
    func reserve(from offset: Int, to end: Int) throws(StoreError) {
        guard end > offset else { return }
        while true {
            let number = posix_fallocate(descriptor, off_t(offset), off_t(end - offset))
            switch number {
            case 0, EOPNOTSUPP, EINVAL, ENODEV: return
            case EINTR: continue
            default: throw SystemFile.error(number, path)
            }
        }
    }

    /// Gives back what lies behind a place.
    func truncate(to size: Int) throws(StoreError) {
        while ftruncate(descriptor, off_t(size)) != 0 {
            guard errno == EINTR else { throw SystemFile.error(errno, path) }
        }
    }

    /// Waits until everything that was written is on the disk.
    func synchronize() throws(StoreError) {
        // Not tried again when it is interrupted or fails: pages whose write failed count as written afterwards.
        guard fdatasync(descriptor) == 0 else { throw SystemFile.error(errno, path) }
    }
}
