import PolystoreModel
import PolystoreStorage

/// One reading of a table's rows from their pages, for a receiver of batches.
struct PageWalk {
    let connection: Connection
    let table: PageTable
    let file: PageFile
    private let columns: RecordColumns
    let delivery = Delivery()

    /// Whether rows were handed out.
    final class Delivery {
        @exclusivity(unchecked) var hasBegun = false
    }

    var reader: RowReader { table.reader }
    var tree: TableTree { TableTree(file: file, root: table.root) }

    init(_ connection: Connection, _ table: PageTable, _ file: PageFile) {
        self.connection = connection
        self.table = table
        self.file = file
        columns = RecordColumns(count: table.columnCount)
        file.trim()
    }

    /// The index over a column alone; nil when there is none.
    func index(_ column: String) -> IndexTree? {
        table.indexes[column].map { IndexTree(file: file, root: $0) }
    }

    /// How many columns of a record must be found for some positions of the reader's list.
    func columnCount(_ positions: [Int32]) -> Int {
        Int((positions.map { table.places[Int($0)] }.max() ?? -1) + 1)
    }

    /// Lets a closure look at a row of which the first columns are found.
    ///
    /// A row that does not lie on one page, or that has fewer columns, is asked of a statement.
    @inline(__always)
    func look<Result>(
        _ cell: LeafCell, _ count: Int, _ onPage: (RecordRow) throws(PageTrouble) -> Result,
        _ elsewhere: (StatementRow) throws(PageTrouble) -> Result
    ) throws(PageTrouble) -> Result? {
        table.rows &+= 1
        if cell.length >= 0, columns.find(count, in: cell.record, length: cell.length) {
            return try onPage(
                RecordRow(key: cell.key, record: cell.record, columns: columns.columns, places: table.places))
        }
        return try ask(cell.key, elsewhere)
    }

    @inline(never)
    private func ask<Result>(
        _ key: Int64, _ body: (StatementRow) throws(PageTrouble) -> Result
    ) throws(PageTrouble) -> Result? {
        table.rareRows &+= 1
        do throws(StoreError) {
            let statement = try connection.statement(reader.byKey)
            defer { connection.finish(statement) }
            statement.bind(key, 1)
            guard try statement.step() else { return nil }
            do throws(PageTrouble) {
                return try body(StatementRow(statement: statement))
            } catch {
                throw error.asStoreError
            }
        } catch {
            throw .store(error)
        }
    }

    /// Reads a row; false when it is of an entity that the reader was not made for.
    @inline(__always)
    func read(_ cell: LeafCell, into builder: RowBatchBuilder) throws(PageTrouble) -> Bool {
        try look(
            cell, table.columnCount, { (row) throws(PageTrouble) in try read(row, builder) },
            { (row) throws(PageTrouble) in try read(row, builder) }) ?? false
    }

    /// Reads a row if it passes a filter, and says whether it does.
    ///
    /// Where the filter needs most of the columns, all are found at once.
    @inline(__always)
    func read(_ cell: LeafCell, passing filter: PageFilter, into builder: RowBatchBuilder) throws(PageTrouble) -> Bool {
        guard !filter.isEmpty, filter.columnCount > table.columnCount / 2 else {
            guard try passes(cell, filter) else { return false }
            _ = try read(cell, into: builder)
            return true
        }
        return try look(
            cell, table.columnCount,
            { (row) throws(PageTrouble) in
                guard filter.passes(row) else { return false }
                _ = try read(row, builder)
                return true
            },
            { (row) throws(PageTrouble) in
                guard filter.passes(row) else { return false }
                _ = try read(row, builder)
                return true
            }) ?? false
    }

    @inline(__always)
    func read(_ row: some StoredRow, _ builder: RowBatchBuilder) throws(PageTrouble) -> Bool {
        do throws(StoreError) { return try reader.read(row, into: builder) } catch { throw .row(error) }
    }

    /// Hands out the batches that are full, and makes room for pages; false when the receiver wants no more.
    ///
    /// - Throws: `snapshotExpired` when what the receiver read through the same snapshot has ended its transaction.
    func deliver(_ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool) throws(PageTrouble) -> Bool {
        if builder.hasFullBatch {
            delivery.hasBegun = true
            for batch in builder.takeFullBatches() where !receive(batch) { return false }
            guard connection.isInTransaction else { throw .store(StoreError(.snapshotExpired)) }
        }
        file.trim()
        return true
    }
}
