import PolystoreModel
import PolystoreStorage

/// The header of a database, read before the engine opens it.
enum FileHeader {
    private static let magic = Array("SQLite format 3\u{0}".utf8)

    /// Makes sure that a file is a database that is all there.
    ///
    /// - Throws: `foreign` for another kind of file, `damaged` for one that was cut off.
    static func check(_ claim: FileClaim, store: String) throws(StoreError) {
        let path = claim.path
        let head = try claim.head(count: 100)
        guard head.count >= magic.count, Array(head.prefix(magic.count)) == magic else {
            throw StoreError(
                .foreign,
                [
                    .store: store, .path: path,
                    .reason: head.isEmpty ? "the file is empty" : "not an SQLite database",
                ])
        }
        guard head.count == 100 else { throw damaged(path, store, "the file is cut off") }
        let pageSize = Int(head[16]) << 8 | Int(head[17])
        let pages = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
        let hasLog = (SystemFile.size(path + "-wal") ?? 0) > 0
        // With a log waiting, pages may be in the log only.
        if !hasLog, let size = SystemFile.size(path), pages * (pageSize == 1 ? 65536 : pageSize) > size {
            throw damaged(path, store, "the file is cut off")
        }
    }

    private static func damaged(_ path: String, _ store: String, _ reason: String) -> StoreError {
        StoreError(.damaged, [.store: store, .path: path, .reason: reason])
    }
}
