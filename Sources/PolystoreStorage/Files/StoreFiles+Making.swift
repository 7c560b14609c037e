import Foundation
import PolystoreModel

extension StoreFiles {
    /// Makes a complete file, or others beside it whose names begin with its own, at a path in the folder of the store's.
    package typealias Building = (_ path: String) throws(StoreError) -> Void

    /// Puts the files that lie beside a complete one in their places, and renames that one.
    package typealias Placing = (_ path: String, _ rename: () throws(StoreError) -> Void) throws(StoreError) -> Void

    /// Makes the store's file so that it is either complete or not there: under a temporary name, put on the disk, then
    /// renamed.
    ///
    /// The remains of an interrupted attempt are removed first, so the caller holds the writer's lock.
    ///
    /// - Parameters:
    ///   - companions: Files beside the store's, which belong to no store while that is not there: they are removed,
    ///     because an engine would take them for the new file's.
    ///   - build: Makes the file.
    ///   - place: Puts the files beside it in their places; called when the file is on the disk.
    /// - Throws: The closures' errors, and errors of the file system.
    package func make(
        removing companions: [String], _ build: Building,
        placing place: Placing = { (_, rename) throws(StoreError) in try rename() }
    ) throws(StoreError) {
        try removeRemains(but: nil)
        try prepare(build) { (path) throws(StoreError) in
            try place(path) { () throws(StoreError) in try rename(path, removing: companions) }
        }
    }

    /// Makes the store's file in the same way where none is, in a folder that is made if need be.
    ///
    /// Other processes are kept from making a store there only while the file gets its name: a process that ends before leaves
    /// nothing but files of temporary names, which the next one removes that makes a store there.
    ///
    /// - Parameters:
    ///   - lock: The file of the writer's lock, which goes again: the new store is not open yet.
    ///   - companions: As for `make`.
    ///   - build: Makes the file.
    ///   - place: As for `make`.
    /// - Throws: `permission` when there is a store, also one that was made meanwhile; `held` when another process is about
    ///   to make one; what the closures throw.
    package func makeCopy(
        locking lock: String, removing companions: [String], _ build: Building,
        placing place: Placing = { (_, rename) throws(StoreError) in try rename() }
    ) throws(StoreError) {
        try requireNothing()
        try SystemFile.makeFolders(folder)
        try prepare(build) { (path) throws(StoreError) in
            let held = try WriterLock.take(lock, of: self.path, store: name, timeout: .zero)
            defer {
                // An empty file without a lock on it does no harm.
                try? SystemFile.remove(lock)
                held.release()
            }
            try requireNothing()
            try removeRemains(but: path)
            try place(path) { () throws(StoreError) in
                do throws(StoreError) { try rename(path, removing: companions) } catch {
                    // What the disk may forget is no copy; the first error is the one to report.
                    if !SystemFile.exists(path) { try? SystemFile.remove(self.path) }
                    throw error
                }
            }
        }
    }

    /// Throws when there is a file already.
    package func requireNothing() throws(StoreError) {
        guard SystemFile.exists(path) else { return }
        throw StoreError(.permission, [.path: path, .reason: "there is a file already"])
    }

    /// Builds the file under a temporary name, puts it on the disk, and hands it on; of what fails nothing is left.
    private func prepare(_ build: Building, _ finish: Building) throws(StoreError) {
        let temporary = temporary(UUID())
        do throws(StoreError) {
            try build(temporary)
            try SystemFile.synchronize(temporary)
            try finish(temporary)
        } catch {
            // The first error is the one to report; what is left is removed by the next attempt.
            try? removeFiles { $0.hasPrefix(StoreFiles(path: temporary).name) }
            // Another process that made a store here has removed what it took for remains.
            if error.code == .missing { try requireNothing() }
            throw error.renaming(temporary, path)
        }
    }

    private func rename(_ temporary: String, removing companions: [String]) throws(StoreError) {
        for companion in companions { try SystemFile.remove(companion) }
        try SystemFile.move(temporary, to: path)
        try SystemFile.synchronize(folder)
    }

    /// Removes what interrupted attempts have left.
    private func removeRemains(but temporary: String?) throws(StoreError) {
        let own = temporary.map { StoreFiles(path: $0).name }
        try removeFiles { name in isTemporary(name) && !(own.map(name.hasPrefix) ?? false) }
    }

    private func removeFiles(where isRemoved: (String) -> Bool) throws(StoreError) {
        for name in try SystemFile.names(in: folder) where isRemoved(name) {
            try SystemFile.remove("\(folder)/\(name)")
        }
    }
}

extension StoreError {
    /// The same error, about the store's file instead of the one under a temporary name.
    fileprivate func renaming(_ temporary: String, _ path: String) -> StoreError {
        var error = self
        if details[.path]?.hasPrefix(temporary) ?? false { error.details[.path] = path }
        return error
    }
}
