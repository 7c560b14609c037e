import PolystoreModel
import PolystoreQuery

/// The statements of a plan: the payload of a store's plan.
///
/// INVARIANT: it is run the same whether it is traced, metered or explained.
struct SQLQuery: Sendable {
    let reader: RowReader
    /// The statement for the rows, and the values of its parameters.
    let rows: SQLShape
    private(set) var values: [SQLValue]
    /// The statement for their number, and the values of its parameters.
    let count: SQLShape
    private(set) var countedValues: [SQLValue]
    /// How other values become parameters; nil where other values may ask for other statements.
    var binding: ParameterBinding?
    /// `FROM …` with the order and the limit.
    let tail: String
    /// Whether the statement has conditions of the query.
    let isFiltered: Bool
    /// How the rows are counted that the statement for the rows looks at.
    private let counting: CountingForm

    /// Makes a payload of `FROM …` with the order and the limit, of `FROM …` of what is counted, and of the form of the
    /// former that counts the rows which are looked at.
    init(
        tail: SQLFragment, counted: SQLFragment, isFiltered: Bool, counting: CountingForm, reader: RowReader,
        shapes: SQLShapeTable
    ) {
        self.reader = reader
        rows = shapes.shape("SELECT \(reader.columnList) \(tail.sql)")
        count = shapes.shape("SELECT count(*) \(counted.sql)")
        (values, countedValues) = (tail.values, counted.values)
        (self.tail, self.isFiltered, self.counting) = (tail.sql, isFiltered, counting)
    }

    /// The statement that counts the rows which the statement for the rows looks at.
    func measurement(_ shapes: SQLShapeTable) -> VisitMeasurement {
        VisitMeasurement(
            measured: rows, counting: shapes.shape("SELECT \(reader.columnList) \(counting.tail)"), values: values,
            filter: counting.filter(values))
    }

    /// The same with other values, which both statements take.
    func bound(to values: [SQLValue]) -> SQLQuery {
        var query = self
        (query.values, query.countedValues) = (values, values)
        return query
    }

    func bindRows(_ statement: Statement) { values.bind(to: statement) }

    func bindCount(_ statement: Statement) { countedValues.bind(to: statement) }
}
