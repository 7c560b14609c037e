import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    /// The rows of a statement, stepped when they are wanted.
    private final class StatementStream: RowStream {
        private let statement: Statement
        private let reader: RowReader
        private let builder: RowBatchBuilder
        private var ready: ArraySlice<RowBatch> = []
        private var isEnded = false

        init(_ statement: Statement, _ reader: RowReader, _ builder: RowBatchBuilder) {
            self.statement = statement
            self.reader = reader
            self.builder = builder
        }

        func next() throws(StoreError) -> RowBatch? {
            while ready.isEmpty, !isEnded {
                guard try statement.step() else {
                    isEnded = true
                    ready = builder.takeBatches()[...]
                    break
                }
                _ = try reader.read(statement, into: builder)
                if builder.hasFullBatch { ready = builder.takeFullBatches()[...] }
            }
            return ready.popFirst()
        }
    }

    func withStream(_ plan: StorePlan, _ body: (any RowStream) -> Void) throws(StoreError) -> Bool {
        guard let query = try payload(plan) else { return false }
        try use { (connection) throws(StoreError) in
            let statement = try connection.statement(query.rows)
            defer { connection.finish(statement) }
            query.bindRows(statement)
            body(StatementStream(statement, query.reader, RowBatchBuilder(layouts: context.layouts)))
        }
        return true
    }
}
