import PolystoreModel

/// The shapes of the queries that were planned, so that a query of a known shape finds its prepared statement.
///
/// Bounded: when it is full it forgets everything and begins anew.
final class SQLShapeTable: Sendable {
    private let limit: Int
    private let shapes = Locked<[String: SQLShape]>([:])

    init(limit: Int = 512) { self.limit = limit }

    func shape(_ sql: String) -> SQLShape {
        shapes.withLock { shapes in
            if let known = shapes[sql] { return known }
            if shapes.count >= limit { shapes.removeAll(keepingCapacity: true) }
            let shape = SQLShape(sql)
            shapes[sql] = shape
            return shape
        }
    }
}
