import CPolystoreSQLite
import PolystoreStorage

extension Connection {
    /// Copies the database into a new file, as the connection's transaction reads it, page by page.
    ///
    /// Nothing is put on the disk: that is for the caller.
    func backUp(to path: String) throws(StoreError) {
        var settings = settings
        (settings.path, settings.claim, settings.trace) = (path, nil, nil)
        let copy = try Connection(.create, settings)
        // A copy that is not whole is removed, so that nothing has to be undone in it.
        try copy.run("PRAGMA journal_mode = OFF")
        try copy.run("PRAGMA synchronous = OFF")
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.error(sqlite3_errcode(copy.handle))
        }
        // All pages in one step: a step begins in the transaction that is open, and none is of a later one.
        let code = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw copy.error(end == SQLITE_OK ? code : end) }
    }
}
