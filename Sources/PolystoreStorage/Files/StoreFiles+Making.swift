import Foundation
import PolystoreModel

extension StoreFiles {
    /// Makes the store's file so that it is either complete or not there: under a temporary name, put on the disk, then
    /// renamed.
    ///
    /// The remains of an interrupted attempt are removed first, so the caller holds the writer's lock.
    ///
    /// - Parameters:
    ///   - companions: Files beside the store's, which belong to no store while that is not there: they are removed,
    ///     because an engine would take them for the new file's.
    ///   - build: Makes a complete file at a path in the same folder.
    /// - Throws: The closure's error, and errors of the file system.
    package func make(
        removing companions: [String], _ build: (_ path: String) throws(StoreError) -> Void
    ) throws(StoreError) {
        for name in try SystemFile.names(in: folder) where isTemporary(name) {
            try SystemFile.remove("\(folder)/\(name)")
        }
        let temporary = temporary(UUID())
        do throws(StoreError) {
            try build(temporary)
            try SystemFile.synchronize(temporary)
            for companion in companions { try SystemFile.remove(companion) }
            try SystemFile.move(temporary, to: path)
            try SystemFile.synchronize(folder)
        } catch {
            // The first error is the one to report; what is left is removed by the next attempt.
            try? SystemFile.remove(temporary)
            throw error
        }
    }

    /// Makes the store's file where none is, in a folder that is made if need be; no other process makes or opens one
    /// there meanwhile.
    ///
    /// - Parameters:
    ///   - lock: The file of the writer's lock, which goes again: the new store is not open yet.
    ///   - body: Makes the file.
    /// - Throws: `held` when another process is about to make a store there, `permission` when there is one, and what the
    ///   closure throws.
    package func makeCopy(
        locking lock: String, _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        try SystemFile.makeFolders(folder)
        let held = try WriterLock.take(lock, of: path, store: name, timeout: .zero)
        defer {
            // An empty file without a lock on it does no harm.
            try? SystemFile.remove(lock)
            held.release()
        }
        try requireNothing()
        try body()
    }

    /// Throws when there is a file already.
    package func requireNothing() throws(StoreError) {
        guard SystemFile.exists(path) else { return }
        throw StoreError(.permission, [.path: path, .reason: "there is a file already"])
    }
}
