import Foundation
import PolystoreModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lock of the one process that may write a store: a file beside the store, locked as a whole, that names the
/// process and the time.
///
/// The file stays when the lock is given back. A process that removes the store removes it, too: a process that has
/// waited for it finds then that it is not the file of that name any more, and begins anew, because two processes could
/// lock two files otherwise.
package final class WriterLock: Sendable {
    private let descriptor: Locked<Int32>

    private init(_ descriptor: Int32) { self.descriptor = Locked(descriptor) }

    deinit { release() }

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - file: The file that is locked; it is made when it is not there.
    ///   - path: The store's file, for messages.
    ///   - store: The store's name, for messages.
    ///   - timeout: How long to wait for another process.
    /// - Returns: The lock, held until it is released.
    /// - Throws: `held` with the other process's number and the time since when, after waiting.
    package static func take(
        _ file: String, of path: String, store: String, timeout: Duration
    ) throws(StoreError) -> WriterLock {
        let deadline = ContinuousClock.now + timeout
        while true {
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else {
                var error = SystemFile.error(errno, file)
                error.details[.store] = store
                throw error
            }
            try wait(for: descriptor, file, until: deadline) { process, since in
                StoreError(
                    .held,
                    [
                        .store: store, .path: path, .process: process,
                        .reason: since.map { "held since \($0)" }, .limit: "lockTimeout \(timeout)",
                    ])
            }
            let lock = WriterLock(descriptor)
            guard FileIdentity(descriptor: descriptor) == FileIdentity(path: file) else { continue }
            lock.note("\(getpid())\n\(Date.now.formatted(.iso8601))\n")
            return lock
        }
    }

    /// Locks an open file; closes it when that throws.
    private static func wait(
        for descriptor: Int32, _ file: String, until deadline: ContinuousClock.Instant,
        _ held: (_ process: String?, _ since: String?) -> StoreError
    ) throws(StoreError) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            guard number == EWOULDBLOCK else {
                close(descriptor)
                throw SystemFile.error(number, file)
            }
            guard ContinuousClock.now < deadline else {
                let (process, since) = holder(descriptor)
                close(descriptor)
                throw held(process, since)
            }
            usleep(10_000)
        }
    }

    /// Whether the lock was not given back yet.
    package var isHeld: Bool { descriptor.withLock { $0 >= 0 } }

    /// Gives the lock back; further calls do nothing.
    package func release() {
        descriptor.withLock { descriptor in
            guard descriptor >= 0 else { return }
            ftruncate(descriptor, 0)
            close(descriptor)
            descriptor = -1
        }
    }

    /// Writes the holder's name into the lock's file: for people and messages only, so a disk that is full does not
    /// matter.
    private func note(_ text: String) {
        descriptor.withLock { descriptor in
            ftruncate(descriptor, 0)
            var text = text
            text.withUTF8 { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        }
    }

    private static func holder(_ descriptor: Int32) -> (process: String?, since: String?) {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return (nil, nil) }
        let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
        return (lines.first, lines.count > 1 ? lines[1] : nil)
    }
}
