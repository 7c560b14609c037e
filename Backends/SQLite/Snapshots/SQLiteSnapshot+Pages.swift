import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    /// Whether rows that were read from pages are the answer, or statements are to be asked.
    ///
    /// Trouble with pages is told by statements, which know the words for it; once rows were handed out it is told at once.
    ///
    /// - Parameters:
    ///   - reader: The reader of the table.
    ///   - connection: The snapshot's connection, in use.
    ///   - body: Reads, and says whether that is the answer.
    /// - Returns: Whether rows were read from pages.
    /// - Throws: What a statement reports; `damaged` when rows were handed out before the damage was met.
    func readPages(
        _ reader: RowReader, _ connection: Connection, _ body: (PageWalk) throws(PageTrouble) -> Bool
    ) throws(StoreError) -> Bool {
        guard let pages = connection.pages, pages.file.isPinned, let table = try pages.table(reader, connection) else {
            return false
        }
        let walk = PageWalk(connection, table, pages.file)
        do throws(PageTrouble) {
            return try body(walk)
        } catch {
            if case .store(let error) = error { throw error }
            if walk.hasDelivered { throw error.asStoreError }
            return false
        }
    }
}
