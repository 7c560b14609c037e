import Foundation
import PolystoreModel
import PolystoreStorage

extension StoreMaintenance {
    /// How often a copy is begun anew because the store has changed meanwhile.
    private static let attempts = 16

    /// Copies the store as it is at one commit, to a place where nothing is, in a folder that is made if need be;
    /// others may write it meanwhile.
    ///
    /// - Throws: `timeout` when the store changes all the while, so that files of external data go before they are copied.
    func copy(to target: StoreFiles) throws(StoreError) {
        try target.requireNothing()
        let connection = try copyingConnection()
        try target.makeCopy(locking: target.lock) { () throws(StoreError) in try copy(connection, to: target) }
    }

    /// Copies the store over another one, whose writer's lock the caller holds; external data that the copy does not name
    /// goes when it is opened for writing.
    func replace(_ target: StoreFiles) throws(StoreError) { try copy(try copyingConnection(), to: target) }

    private func copyingConnection() throws(StoreError) -> Connection {
        let connection = try connection()
        try MetadataTables(connection: connection).checkFormat()
        try connection.run("PRAGMA query_only = OFF")
        return connection
    }

    private func copy(_ connection: Connection, to target: StoreFiles) throws(StoreError) {
        var copied: Set<String> = []
        do throws(StoreError) {
            try target.make(removing: target.companions) { (path) throws(StoreError) in
                try copy(connection, to: path, target, &copied)
            }
        } catch {
            // The first error is the one to report.
            for name in copied { try? ExternalDataFolder(files: target).remove(name) }
            for folder in [target.externalDataFolder, target.supportFolder] {
                // Likewise.
                try? SystemFile.removeEmptyFolder(folder)
            }
            throw error
        }
    }

    /// Copies the database and the files of external data that it names; again when one of them has gone meanwhile.
    private func copy(
        _ connection: Connection, to path: String, _ target: StoreFiles, _ copied: inout Set<String>
    ) throws(StoreError) {
        var lastMissing: Set<String> = []
        for _ in 0..<Self.attempts {
            let names = try copyDatabase(connection, to: path)
            let missing = try copyExternalData(names, to: target, &copied)
            // Names are not used again: one that was missing and is named by a later state as well has no file.
            if missing.isSubset(of: lastMissing) { return }
            lastMissing = missing
            try SystemFile.remove(path)
        }
        throw StoreError(.timeout, [.path: files.path, .reason: "external data changed while it was copied"])
    }

    /// Copies the database alone, with a log as every store has.
    ///
    /// - Returns: The files of external data that the copy names. The store's folder does not say whether there are any:
    ///   they may have gone since.
    private func copyDatabase(_ connection: Connection, to path: String) throws(StoreError) -> Set<String> {
        let statement = try connection.prepare("VACUUM INTO ?1")
        statement.bindTextCopy(path, 1)
        try statement.run()
        var settings = settings
        settings.path = path
        let copy = try Connection(.write, settings)
        try copy.keepLog()
        // The log of the original's commit domain knows nothing of the copy.
        try MetadataTables(connection: copy).setEntry(.domain, CommitDomain?.none)
        return try ExternalReferences.names(copy)
    }

    /// Copies files of external data that were not copied yet.
    ///
    /// - Returns: The names of those that are not there (any more).
    private func copyExternalData(
        _ names: Set<String>, to target: StoreFiles, _ copied: inout Set<String>
    ) throws(StoreError) -> Set<String> {
        guard !names.isEmpty else { return [] }
        let (source, copy) = (ExternalDataFolder(files: files), ExternalDataFolder(files: target))
        try SystemFile.makeFolder(target.supportFolder)
        try SystemFile.makeFolder(copy.path)
        var missing: Set<String> = []
        for name in names.subtracting(copied) {
            do throws(StoreError) {
                let bytes = try SystemFile.read(contentsOf: "\(source.path)/\(name)")
                // The remains of an interrupted copy may be a part of it.
                try copy.remove(name)
                copied.insert(name)
                try SystemFile.write(bytes, to: "\(copy.path)/\(name)")
            } catch  where error.code == .missing {
                missing.insert(name)
            }
        }
        try SystemFile.synchronize(copy.path)
        try SystemFile.synchronize(target.supportFolder)
        return missing
    }
}
