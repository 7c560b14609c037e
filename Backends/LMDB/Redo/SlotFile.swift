import Foundation
import PolystoreStorage

/// The library's file of readers' slots, to ask whether another process has the store's file open: the library locks its
/// first byte for as long.
///
/// INVARIANT: gone before this process opens the store's file, or behind its closing: when any descriptor of a file closes,
/// the locks of the process on it end.
final class SlotFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the file of a store's file; nil when there is none.
    ///
    /// - Throws: `permission` when it may not be written, which asking needs.
    init?(of store: String) throws(StoreError) {
        path = store + LMDBFile.companions[0]
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
    }

    deinit { close(descriptor) }

    /// Whether another process has the store's file open, or is opening it.
    var isInUse: Bool {
        get throws(StoreError) {
            var lock = flock()
            (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0, 1)
            guard fcntl(descriptor, F_GETLK, &lock) == 0 else { throw SystemFile.error(errno, path) }
            return lock.l_type != Int16(F_UNLCK)
        }
    }
}
