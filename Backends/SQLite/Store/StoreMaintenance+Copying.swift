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
    func copy(to url: URL) throws(StoreError) {
        let target = StoreFiles(url)
        guard !SystemFile.exists(target.path) else {
            throw StoreError(.permission, [.path: target.path, .reason: "there is a file already"])
        }
        let connection = try connection()
        try Bookkeeping(connection: connection).checkFormat()
        try connection.run("PRAGMA query_only = OFF")
        try SystemFile.makeFolders(target.folder)
        var copied: Set<String> = []
        do throws(StoreError) {
            try target.make(removing: target.companions) { (path) throws(StoreError) in
                try copy(connection, to: path, target, &copied)
            }
        } catch {
            // The first error is the one to report.
            for name in copied { try? ExternalDataFolder(files: target).remove(name) }
            throw error
        }
    }

    /// Copies the database and the files of external data that it names; again when one of them has gone meanwhile.
    private func copy(
        _ connection: Connection, to path: String, _ target: StoreFiles, _ copied: inout Set<String>
    ) throws(StoreError) {
        var last: CommitNumber?
        for _ in 0..<Self.attempts {
            let (commit, names) = try copyDatabase(connection, to: path)
            let isWhole = try copyExternalData(names, to: target, &copied)
            // A file that is missing although nothing was committed since is missing in the store.
            if isWhole || commit == last { return }
            last = commit
            try SystemFile.remove(path)
        }
        throw StoreError(.timeout, [.path: files.path, .reason: "external data changed while it was copied"])
    }

    /// Copies the database alone, with a log as every store has.
    ///
    /// - Returns: The commit that is in the copy, and the files of external data that it names.
    private func copyDatabase(
        _ connection: Connection, to path: String
    ) throws(StoreError) -> (commit: CommitNumber, files: Set<String>) {
        let statement = try connection.prepare("VACUUM INTO ?1")
        statement.bindTextCopy(path, 1)
        try statement.run()
        var settings = settings
        settings.path = path
        let copy = try Connection(.write, settings)
        try copy.keepLog()
        let commit = try Bookkeeping(connection: copy).watermark()
        let hasFiles = try !ExternalDataFolder(files: files).names().isEmpty
        return (commit, hasFiles ? try ExternalReferences.names(copy) : [])
    }

    /// Copies files of external data that were not copied yet; false when one is not there (any more).
    private func copyExternalData(
        _ names: Set<String>, to target: StoreFiles, _ copied: inout Set<String>
    ) throws(StoreError) -> Bool {
        guard !names.isEmpty else { return true }
        let (source, copy) = (ExternalDataFolder(files: files), ExternalDataFolder(files: target))
        try SystemFile.makeFolder(target.supportFolder)
        try SystemFile.makeFolder(copy.path)
        var isWhole = true
        for name in names.subtracting(copied) {
            do throws(StoreError) {
                let bytes = try SystemFile.read(contentsOf: "\(source.path)/\(name)")
                // What an interrupted copy left may be a part of it.
                try copy.remove(name)
                try SystemFile.write(bytes, to: "\(copy.path)/\(name)")
                copied.insert(name)
            } catch  where error.code == .missing {
                isWhole = false
            }
        }
        try SystemFile.synchronize(copy.path)
        try SystemFile.synchronize(target.supportFolder)
        return isWhole
    }
}
