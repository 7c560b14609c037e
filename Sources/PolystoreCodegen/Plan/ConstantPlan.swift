/// Constants of one kind: the names of a class's attributes, or the entries of its user info.
struct ConstantPlan {
    /// The name of the enumeration around them.
    let name: String
    /// What they are, for the comment.
    let summary: String
    /// Names in Swift and literals.
    let entries: [(identifier: String, literal: String)]

    var context: [String: Any] {
        [
            "name": name, "summary": summary,
            "entries": entries.map { ["identifier": $0.identifier, "literal": $0.literal] },
        ]
    }
}
