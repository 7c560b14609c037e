import PolystoreStorage

/// A small graph of objects as plain values, and changes of it that are not saved.
struct GraphSample: Sendable {
    /// An object; every object has a number of its own, whatever its entity.
    struct Row: Sendable {
        let entity: String
        let number: Int
        var values: [String: Value]
        /// The numbers of the objects that to-one relationships lead to, by name.
        var references: [String: Int] = [:]
        var tags: [Int] = []
    }

    /// A change that a context makes.
    enum Change: Sendable {
        case insert(Row)
        case set(Int, String, Value)
        case refer(Int, String, Int?)
        case tag(Int, Int)
        case untag(Int, Int)
        case delete(Int)
    }

    /// Saved, in this order: shelves, boxes, tags, items; an item's parent comes before it.
    var rows: [Row] = []
    /// Made after that, and not saved.
    var changes: [Change] = []
}

extension GraphSample: CustomStringConvertible {
    var description: String {
        (rows.map { "  \($0)" } + changes.map { "  then \($0)" }).joined(separator: "\n")
    }
}

extension GraphSample.Row: CustomStringConvertible {
    var description: String {
        var text = "\(entity) \(number)"
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where !value.isMissing {
            text += " \(name)=\(FetchExpression.constant(value).formatText)"
        }
        for (name, target) in references.sorted(by: { $0.key < $1.key }) { text += " \(name)->\(target)" }
        return tags.isEmpty ? text : text + " tags->\(tags)"
    }
}
