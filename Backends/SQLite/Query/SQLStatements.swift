import PolystoreModel

/// The statements of a query, without the values of their parameters.
final class SQLStatements: Sendable {
    /// `FROM …` with the order and the limit.
    private let tail: String
    /// `FROM …` of what is counted.
    private let counted: String
    let reader: RowReader
    private let shapes: SQLShapeTable
    let metered: SQLQuery.Metered?
    /// How other values become parameters; nil where other values may ask for other statements.
    let binding: PlainBinding?
    /// What can be done where rows lie on their pages, instead of the statements.
    let pages: PageQuery?
    /// The statements, where they were looked up beforehand.
    private let known: (rows: SQLShape, count: SQLShape)?

    init(tail: String, counted: String, reader: RowReader, shapes: SQLShapeTable, metered: SQLQuery.Metered?) {
        (self.tail, self.counted, self.reader, self.shapes, self.metered) = (tail, counted, reader, shapes, metered)
        (binding, known, pages) = (nil, nil, nil)
    }

    /// The same with both statements looked up, for whoever will run them with other values.
    init(_ other: SQLStatements, _ binding: PlainBinding, _ pages: PageQuery?) {
        (tail, counted, reader, shapes) = (other.tail, other.counted, other.reader, other.shapes)
        metered = other.metered
        (self.binding, self.pages) = (binding, pages)
        known = (other.rows, other.count)
    }

    // Who counts does not fetch, and who fetches does not count: only one of the two is looked up for most plans.

    /// The statement for the rows.
    var rows: SQLShape { known?.rows ?? shapes.shape("SELECT \(reader.columnList) \(tail)") }

    /// The statement for their number.
    var count: SQLShape { known?.count ?? shapes.shape("SELECT count(*) \(counted)") }
}
