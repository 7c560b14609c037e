import PolystoreModel

/// The place of a store in a file, taken: no process opens or makes a store there meanwhile.
package final class FileReservation: Sendable {
    private let files: StoreFiles
    private let lockFile: String
    private let lock: WriterLock
    /// Whether the file of the lock was there before.
    private let hadLockFile: Bool
    private let entry: Locked<OpenFileRegistry.Entry?>

    /// Takes a place; its folder is made if need be.
    ///
    /// - Parameters:
    ///   - files: The store's files.
    ///   - lockFile: The file of the writer's lock.
    /// - Throws: `alreadyOpen`, `held`.
    package init(_ files: StoreFiles, lockFile: String) throws(StoreError) {
        guard !OpenFileRegistry.isOpen(files.path) else { throw StoreError(.alreadyOpen, [.path: files.path]) }
        self.files = files
        self.lockFile = lockFile
        try SystemFile.makeFolders(files.folder)
        hadLockFile = SystemFile.exists(lockFile)
        lock = try WriterLock.take(lockFile, of: files.path, store: files.name, timeout: .zero)
        entry = Locked(nil)
        guard SystemFile.exists(files.path) else { return }
        let file = try OpenFileRegistry.enter(files.path, store: files.name, writes: true)
        entry.withLock { $0 = file }
    }

    /// Gives the place back; further calls do nothing.
    ///
    /// A place without a store keeps no lock file, and one that had none gets none.
    package func release() {
        let isHeld = lock.isHeld
        // A lock file that stays does no harm.
        if isHeld, !hadLockFile || !SystemFile.exists(files.path) { try? SystemFile.remove(lockFile) }
        entry.withLock { $0 = nil }
        lock.release()
    }
}
