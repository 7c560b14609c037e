import PolystoreModel
import PolystoreStorage

/// What the first bytes of a database say, read before the engine opens it and before any of this process's locks.
enum FileHead {
    private static let magic = Array("SQLite format 3\u{0}".utf8)

    /// Makes sure that a file is a database that is all there.
    ///
    /// - Throws: `foreign` for another kind of file, `damaged` for one that was cut off.
    static func check(_ files: StoreFiles, store: String) throws(StoreError) {
        let head = try SystemFile.head(files.path, count: 100)
        guard head.count >= magic.count, Array(head.prefix(magic.count)) == magic else {
            throw StoreError(
                .foreign,
                [
                    .store: store, .path: files.path,
                    .reason: head.isEmpty ? "the file is empty" : "not an SQLite database",
                ])
        }
        guard head.count == 100 else { throw damaged(files, store, "the file is cut off") }
        let pageSize = Int(head[16]) << 8 | Int(head[17])
        let pages = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
        let hasLog = (SystemFile.size(files.path + "-wal") ?? 0) > 0
        // With a log waiting, pages may be in the log only.
        if !hasLog, let size = SystemFile.size(files.path), pages * (pageSize == 1 ? 65536 : pageSize) > size {
            throw damaged(files, store, "the file is cut off")
        }
    }

    private static func damaged(_ files: StoreFiles, _ store: String, _ reason: String) -> StoreError {
        StoreError(.damaged, [.store: store, .path: files.path, .reason: reason])
    }
}
