/// An accessor of a class with a type of its own.
struct PropertyPlan {
    /// The property's name in the model.
    let name: String
    /// The name in Swift, as it is written.
    let identifier: String
    /// The type: `String?`.
    let type: String
    /// The lines of the getter.
    let getter: [String]
    /// The lines of the setter; none for what is read only.
    let setter: [String]
    /// The lines of the comment.
    let documentation: [String]
    /// Whether only an accessor of its own can give the property its type or keep it from being set.
    var isNeeded = false

    var context: [String: Any] {
        [
            "name": name, "identifier": identifier, "type": type, "getter": getter, "setter": setter,
            "isReadOnly": setter.isEmpty, "documentation": documentation,
        ]
    }
}
