import PolystoreModel
import PolystoreStorage

/// One reading of a table's rows from their pages, for a receiver of batches.
///
/// What is looked at for every row is plain memory, or known unmanaged, so that no references are counted.
final class PageWalk {
    let connection: Connection
    let table: PageTable
    let file: PageFile
    /// Whether rows were handed out.
    @exclusivity(unchecked) private(set) var hasDelivered = false
    private let columns: RecordColumns
    let reader: RowReader
    private let places: UnsafePointer<Int32>
    let columnCount: Int
    /// The rows that were met, and those of them that statements were asked for.
    @exclusivity(unchecked) private var rows = 0
    @exclusivity(unchecked) private var rareRows = 0

    var tree: TableTree { TableTree(file: file, root: table.root) }

    init(_ connection: Connection, _ table: PageTable, _ file: PageFile) {
        self.connection = connection
        self.table = table
        self.file = file
        columns = RecordColumns(count: table.columnCount)
        reader = table.reader
        places = UnsafePointer(table.places)
        columnCount = table.columnCount
        file.trim()
    }

    deinit {
        table.rows += rows
        table.rareRows += rareRows
    }

    /// Says that rows were handed out.
    func noteDelivery() { hasDelivered = true }

    /// The index over a column alone; nil when there is none.
    func index(_ column: String) -> IndexTree? {
        table.indexes[column].map { IndexTree(file: file, root: $0) }
    }

    /// How many columns of a record must be found for some positions of the reader's list.
    func columnCount(_ positions: [Int32]) -> Int {
        Int((positions.map { table.places[Int($0)] }.max() ?? -1) + 1)
    }

    /// Asks a statement for a row that does not lie on one page, or that has fewer columns; nil when it is not there.
    @inline(never)
    func ask<Result>(
        _ key: Int64, _ body: (StatementRow) throws(PageTrouble) -> Result
    ) throws(PageTrouble) -> Result? {
        rareRows &+= 1
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

    /// The row of a cell of which the first columns are found; nil where it is to be asked of a statement.
    @inline(__always)
    func row(_ cell: LeafCell, _ count: Int) -> RecordRow? {
        rows &+= 1
        guard cell.length >= 0, columns.find(count, in: cell.record, length: cell.length) else { return nil }
        return RecordRow(key: cell.key, record: cell.record, columns: columns.columns, places: places)
    }

    /// Reads a row; false when it is of an entity that the reader was not made for.
    @inline(__always)
    func read(_ cell: LeafCell, into builder: RowBatchBuilder) throws(PageTrouble) -> Bool {
        if let row = row(cell, columnCount) { return try read(row, builder) }
        return try ask(cell.key) { (row) throws(PageTrouble) in try read(row, builder) } ?? false
    }

    /// Reads a row if it passes a filter, and says whether it does.
    ///
    /// Where the filter needs most of the columns, all are found at once.
    @inline(__always)
    func read(_ cell: LeafCell, passing filter: PageFilter, into builder: RowBatchBuilder) throws(PageTrouble) -> Bool {
        if !filter.isEmpty {
            let count = filter.columnCount > columnCount / 2 ? columnCount : filter.columnCount
            guard let row = row(cell, count) else { return try ask(cell.key, passing: filter, builder) }
            guard filter.passes(row) else { return false }
            if count == columnCount {
                _ = try read(row, builder)
                return true
            }
        }
        _ = try read(cell, into: builder)
        return true
    }

    @inline(never)
    private func ask(
        _ key: Int64, passing filter: PageFilter, _ builder: RowBatchBuilder
    ) throws(PageTrouble) -> Bool {
        try ask(key) { (row) throws(PageTrouble) in
            guard filter.passes(row) else { return false }
            _ = try read(row, builder)
            return true
        } ?? false
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
            noteDelivery()
            for batch in builder.takeFullBatches() where !receive(batch) { return false }
            guard connection.isInTransaction else { throw .store(StoreError(.snapshotExpired)) }
        }
        file.trim()
        return true
    }
}
