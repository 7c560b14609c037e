import PolystoreStorage

/// One operation of a random program; objects are named by the number that they were made with.
enum ProgramStep: Sendable {
    case insert(entity: String, number: Int, [String: Value])
    case set(number: Int, attribute: String, Value)
    /// Puts an item into a box, or out of its box.
    case move(item: Int, box: Int?)
    case tag(item: Int, tag: Int)
    case untag(item: Int, tag: Int)
    case delete(number: Int)
    case save
    case rollback
    /// Another context changes an object and saves.
    case elsewhere(number: Int, attribute: String, Value)
    /// The context is replaced by a new one; what was not saved is lost.
    case freshContext
    /// The stores are closed and opened.
    case reopen
    case read(number: Int)
    case fetch(FetchRequestDescription)
    case count(FetchRequestDescription)
}

extension ProgramStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .insert(let entity, let number, let values):
            "insert \(entity) \(number)" + values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        case .set(let number, let attribute, let value): "set \(number).\(attribute) = \(value)"
        case .move(let item, let box): "move \(item) into \(box.map(String.init) ?? "nothing")"
        case .tag(let item, let tag): "tag \(item) with \(tag)"
        case .untag(let item, let tag): "untag \(item) from \(tag)"
        case .delete(let number): "delete \(number)"
        case .save: "save"
        case .rollback: "rollback"
        case .elsewhere(let number, let attribute, let value): "elsewhere set \(number).\(attribute) = \(value), save"
        case .freshContext: "new context"
        case .reopen: "reopen"
        case .read(let number): "read \(number)"
        case .fetch(let request): "fetch \(Self.text(request))"
        case .count(let request): "count \(Self.text(request))"
        }
    }

    private static func text(_ request: FetchRequestDescription) -> String {
        var text = request.entityName
        if let predicate = request.predicate { text += " where \(predicate.formatText)" }
        let keys = request.sortKeys.map(\.formatText)
        if !keys.isEmpty { text += " by \(keys.joined(separator: ", "))" }
        if request.offset > 0 { text += " offset \(request.offset)" }
        if let limit = request.limit { text += " limit \(limit)" }
        return text
    }
}
