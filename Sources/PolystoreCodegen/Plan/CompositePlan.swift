/// A composite as a structure.
struct CompositePlan {
    /// One element.
    struct Element {
        /// The name in Swift, as it is written.
        let identifier: String
        /// The type.
        let type: String
    }

    /// The composite's name in the model.
    let name: String
    /// The structure's name.
    let typeName: String
    /// The elements in the order of their names.
    let elements: [Element]
    /// The expression that makes the composite's description again.
    let description: String

    var context: [String: Any] {
        [
            "name": name, "type": typeName, "description": description,
            "elements": elements.map { ["identifier": $0.identifier, "type": $0.type] },
            "parameters": elements.map { "\($0.identifier): \($0.type)" }.joined(separator: ", "),
        ]
    }
}
