import PolystoreModel

/// Who does what in a fetch, as values and as text.
public struct FetchExplanation: Hashable, Sendable, CustomStringConvertible {
    /// One store's part.
    public struct Store: Hashable, Sendable {
        /// The store's name.
        public let name: String
        /// The name of the store's type.
        public let type: String
        /// The entities that it is asked for.
        public let entities: [String]
        /// What the store does itself, a line a step.
        public let steps: [String]
        /// What is checked on the store's rows afterwards; nil when the store's filter is exact.
        public let residual: String?
        /// Whether the rows come in the request's order.
        public let isSorted: Bool
        /// Whether the store applies the limit.
        public let isLimited: Bool
    }

    /// What was asked for.
    public let request: String
    /// What other stores were asked beforehand, because a path leads there; a line a question.
    public let questions: [String]
    /// The stores' parts, in the order of the store file.
    public let stores: [Store]
    /// What is done above the stores with what they hand out, a line a step.
    public let steps: [String]

    /// The whole, indented, a line a step.
    public var description: String {
        var lines = [request]
        lines += questions.map { "  first " + $0 }
        for store in stores {
            lines.append("  \(store.name) (\(store.type)): \(store.entities.joined(separator: ", "))")
            lines += store.steps.map { "    " + $0 }
            if let residual = store.residual { lines.append("    check rows: \(residual)") }
        }
        lines += steps.map { "  then " + $0 }
        return lines.joined(separator: "\n")
    }
}
