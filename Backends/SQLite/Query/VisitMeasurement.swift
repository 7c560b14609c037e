import PolystoreStorage

/// Counts the rows that a statement looks at, before anything but an index has decided about them.
///
/// The library counts no such rows, so a second statement, which is the measured one with a counting function before its
/// condition, is run beside it. The measured statement runs as always.
struct VisitMeasurement: Sendable {
    /// The statement that is measured.
    let measured: SQLShape
    /// Its counting form, with the same parameters.
    let counting: SQLShape
    let values: [SQLValue]
    /// `FROM … WHERE …` of the counting form without order and limit, to which conditions can be added, and the values of its
    /// parameters.
    let filter: SQLFragment

    /// How many rows the statement looks at; nil where the library would search otherwise for the counting form.
    func visited(_ connection: Connection) throws(StoreError) -> Int? {
        guard try connection.searchSteps(measured.sql) == connection.searchSteps(counting.sql) else { return nil }
        let statement = try connection.statement(counting)
        connection.functions.visited = 0
        defer { connection.finish(statement) }
        values.bind(to: statement)
        try statement.run()
        return connection.functions.visited
    }
}
