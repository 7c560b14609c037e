import Foundation
import PolystoreModel
import PolystoreStorage

extension StoreMaintenance {
    /// Copies the store as it is at one commit, to a place where nothing is, in a folder that is made if need be;
    /// others may write it meanwhile.
    func copy(to target: StoreFiles) throws(StoreError) {
        try target.requireNothing()
        let connection = try copyingConnection()
        var copy = StoreCopy(of: files, to: target)
        try target.makeCopy(locking: target.lock, removing: target.companions) { (path) throws(StoreError) in
            try build(&copy, connection, path)
        } placing: { (path, rename) throws(StoreError) in
            try copy.place(path, rename)
        }
    }

    /// Copies the store over another one, whose writer's lock the caller holds; external data that the copy does not name
    /// goes when it is opened for writing.
    func replace(_ target: StoreFiles) throws(StoreError) {
        let connection = try copyingConnection()
        var copy = StoreCopy(of: files, to: target)
        try target.make(removing: target.companions) { (path) throws(StoreError) in
            try build(&copy, connection, path)
        } placing: { (path, rename) throws(StoreError) in
            try copy.place(path, rename)
        }
    }

    private func copyingConnection() throws(StoreError) -> Connection {
        let connection = try connection()
        try MetadataTables(connection: connection).checkFormat()
        try connection.run("PRAGMA query_only = OFF")
        return connection
    }

    /// Copies the database and the files of external data that it names, none of which goes meanwhile.
    private func build(_ copy: inout StoreCopy, _ connection: Connection, _ path: String) throws(StoreError) {
        let keeping = try connection.settings.claim?.keepFiles()
        defer { withExtendedLifetime(keeping) {} }
        let statement = try connection.prepare("VACUUM INTO ?1")
        statement.bindTextCopy(path, 1)
        do throws(StoreError) {
            try statement.run()
            try copy.finish(path, settings)
        } catch {
            throw StoreFiles(path: path).asFull(error)
        }
    }
}
