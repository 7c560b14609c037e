/// The columns of a row that is inserted with the parameters of their values: key, entity, version and seal, then those of
/// the steps.
struct InsertedRow {
    private(set) var columnNames = ["Z_PK", "Z_ENT", "Z_OPT", "ZX_SEAL"]
    private var expressions: [String]

    /// Takes the parameters from one on, and leaves the next.
    init(_ steps: [WriteStep], at parameter: inout Int) {
        expressions = (parameter..<parameter + 4).map { "?\($0)" }
        parameter += 4
        for step in steps {
            for (column, value) in step.assignments(&parameter) {
                columnNames.append(column)
                expressions.append(value)
            }
        }
    }

    var columns: String { columnNames.joined(separator: ", ") }
    var values: String { expressions.joined(separator: ", ") }
}
