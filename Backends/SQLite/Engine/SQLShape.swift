import Synchronization

/// One statement text, with a number by which connections keep it prepared: equal texts that come from different
/// places may have different numbers, but a number has one text.
struct SQLShape: Hashable, Sendable {
    let number: Int
    let sql: String

    init(_ sql: String) {
        self.sql = sql
        number = SQLShape.next.wrappingAdd(1, ordering: .relaxed).newValue
    }

    static func == (left: SQLShape, right: SQLShape) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    private static let next = Atomic(0)
}
