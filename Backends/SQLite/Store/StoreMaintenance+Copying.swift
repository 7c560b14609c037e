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
        let temporary = target.temporary(UUID())
        do throws(StoreError) {
            var last: CommitNumber?
            for _ in 0..<Self.attempts {
                let (commit, names) = try copyDatabase(connection, to: temporary)
                let lost = try copyExternalData(names, to: target)
                // A file that is missing although nothing was committed since is missing in the store.
                guard lost.isEmpty || commit == last else {
                    last = commit
                    try SystemFile.remove(temporary)
                    continue
                }
                try SystemFile.synchronize(temporary)
                // What lies beside a file that is gone is nobody's, and SQLite would take its log for the copy's.
                for companion in target.companions { try SystemFile.remove(companion) }
                try SystemFile.move(temporary, to: target.path)
                return try SystemFile.synchronize(target.folder)
            }
            throw StoreError(.timeout, [.path: files.path, .reason: "external data changed while it was copied"])
        } catch {
            // The first error is the one to report.
            for path in [temporary] + StoreFiles(path: temporary).companions { try? SystemFile.remove(path) }
            throw error
        }
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
        try copy.run("PRAGMA journal_mode = WAL")
        let commit = try Bookkeeping(connection: copy).watermark()
        let hasFiles = try !ExternalDataFolder(files: files).names().isEmpty
        return (commit, hasFiles ? try ExternalReferences.names(copy) : [])
    }

    /// Copies files of external data.
    ///
    /// - Returns: The names of those that are not there (any more).
    private func copyExternalData(_ names: Set<String>, to target: StoreFiles) throws(StoreError) -> Set<String> {
        let source = ExternalDataFolder(files: files)
        guard !names.isEmpty else { return [] }
        try SystemFile.makeFolder(target.supportFolder)
        try SystemFile.makeFolder(target.externalDataFolder)
        var lost: Set<String> = []
        for name in names {
            let path = "\(target.externalDataFolder)/\(name)"
            if SystemFile.exists(path) { continue }
            do throws(StoreError) {
                try SystemFile.write(try SystemFile.read(contentsOf: "\(source.path)/\(name)"), to: path)
            } catch  where error.code == .missing {
                lost.insert(name)
            }
        }
        try SystemFile.synchronize(target.externalDataFolder)
        try SystemFile.synchronize(target.supportFolder)
        return lost
    }
}
