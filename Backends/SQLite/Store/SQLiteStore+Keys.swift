import PolystoreModel
import PolystoreStorage

extension SQLiteStore {
    func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        precondition(count > 0, "keys are reserved one at least")
        let (connection, table) = try keyTable(root)
        let range = try inKeyTransaction(connection) { (marks) throws(StoreError) in
            let mark = max(try marks.mark(table), try marks.greatestKey(table), unreservedKeys[root.rawValue] ?? 0)
            let (end, overflow) = mark.addingReportingOverflow(Int64(count))
            guard mark >= 0, !overflow, end < Int64.max else {
                throw StoreError(.keysUnavailable, [.entity: root.name, .reason: "all keys were given out"])
            }
            try marks.setMark(table, end)
            return mark + 1..<end + 1
        }
        reserved[root.rawValue] = range
        return range
    }

    func releaseKeys(_ root: RootNumber, from first: Int64) throws(StoreError) {
        let (connection, table) = try keyTable(root)
        guard let last = reserved[root.rawValue], last.contains(first) else { return }
        try inKeyTransaction(connection) { (marks) throws(StoreError) in
            // Something else may have raised the mark since; then the keys stay reserved.
            guard try marks.mark(table) == last.upperBound - 1 else { return }
            try marks.setMark(table, first - 1)
            try marks.raise()
        }
        reserved[root.rawValue] = last.lowerBound..<first
    }

    private func keyTable(_ root: RootNumber) throws(StoreError) -> (Connection, TableSchema) {
        let connection = try writingConnection()
        guard transaction == nil else {
            throw context.named(StoreError(.outOfOrder, [.expected: "keys are reserved outside of a transaction"]))
        }
        guard let table = context.schema.table(root) else {
            throw context.named(StoreError(.unsupported, [.entity: root.name, .reason: "the store does not hold it"]))
        }
        return (connection, table)
    }

    /// A transaction of its own that is on the disk when it ends: a key that a power cut gives out twice would be two
    /// objects with one identity.
    private func inKeyTransaction<Result>(
        _ connection: Connection, _ body: (KeyMarks) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) {
            try setDurability(.full, connection)
            try connection.run("BEGIN IMMEDIATE")
            do throws(StoreError) {
                let result = try body(KeyMarks(connection: connection, schema: context.schema))
                try connection.run("COMMIT")
                checkLog(connection)
                return result
            } catch {
                if connection.isInTransaction { try connection.run("ROLLBACK") }
                throw error
            }
        } catch {
            throw failing(error)
        }
    }
}
