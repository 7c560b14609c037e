import PolystoreStorage

extension Connection {
    /// How the library searches for what a statement asks: the lines of `EXPLAIN QUERY PLAN`.
    ///
    /// Values of parameters do not matter to them.
    func searchSteps(_ sql: String) throws(StoreError) -> [String] {
        let statement = try prepare("EXPLAIN QUERY PLAN " + sql)
        var steps: [String] = []
        while try statement.step() { steps.append(statement.text(3)) }
        return steps
    }
}
