/// A token of a class: one `static let`.
struct TokenPlan {
    /// The property's name in the model.
    let name: String
    /// The name in Swift, as it is written.
    let identifier: String
    /// The type: `Attribute<String?>`.
    let type: String
    /// The arguments behind the name.
    let options: [String]
    /// The lines of the comment.
    let documentation: [String]

    var context: [String: Any] {
        [
            "name": name, "identifier": identifier, "type": type, "options": options, "documentation": documentation,
            "arguments": options.map { ", " + $0 }.joined(),
        ]
    }
}
