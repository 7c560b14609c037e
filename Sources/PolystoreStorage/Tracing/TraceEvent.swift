/// Something that a program asked of its stores, or that a store did, as a trace reports it.
public struct TraceEvent: Hashable, Sendable {
    /// The kind of the event.
    public var category: TraceCategory
    /// The name of the store; nil for what concerns several.
    public var store: String?
    /// The statement, the request, the entity: requests with their constants, statements without what is bound to them
    /// unless the trace shows values.
    public var text: String
    /// How many rows there were; nil where rows are not counted.
    public var rows: Int?
    /// How long it took, with what the reader did between two rows.
    public var duration: Duration?

    /// Makes an event.
    public init(
        _ category: TraceCategory, store: String?, _ text: String, rows: Int? = nil, duration: Duration? = nil
    ) {
        self.category = category
        self.store = store
        self.text = text
        self.rows = rows
        self.duration = duration
    }
}

extension TraceEvent: CustomStringConvertible {
    /// The event in one line: `[sql] 'main' 0.125 ms, 3 rows: SELECT …`.
    public var description: String {
        var facts: [String] = []
        if let duration { facts.append("\(Self.milliseconds(duration)) ms") }
        if let rows { facts.append("\(rows) \(rows == 1 ? "row" : "rows")") }
        var line = "[\(category.rawValue)]"
        if let store { line += " '\(store)'" }
        if !facts.isEmpty { line += " " + facts.joined(separator: ", ") }
        return "\(line): \(text)"
    }

    /// Milliseconds with three digits behind the point.
    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let rest = String(microseconds % 1000)
        return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
