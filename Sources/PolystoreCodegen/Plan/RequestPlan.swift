/// A request of the model that a class has a method for: a template or a fetched property.
struct RequestPlan {
    /// One variable of the request.
    struct Parameter {
        /// The variable's name.
        let variable: String
        /// The parameter's name in Swift, as it is written.
        let identifier: String
        /// The parameter's type.
        let type: String
        /// What the variable is bound to.
        let argument: String

        var context: [String: Any] {
            ["variable": variable, "identifier": identifier, "type": type, "argument": argument]
        }
    }

    /// The name in the model.
    let name: String
    /// The name of the static property with the request's description.
    let descriptionIdentifier: String
    /// The method's name.
    let method: String
    /// The class of the objects.
    let objectClass: String
    /// The variables in the order of their names.
    let parameters: [Parameter]
    /// Whether the method gives one object, or nil.
    let isSingle: Bool
    /// The statements that make the description.
    let lines: [String]
    /// The lines of the comment.
    let documentation: [String]

    var context: [String: Any] {
        [
            "name": name, "description": descriptionIdentifier, "method": method, "class": objectClass,
            "parameters": parameters.map(\.context), "hasParameters": !parameters.isEmpty, "isSingle": isSingle,
            "result": isSingle ? "\(objectClass)?" : "[\(objectClass)]",
            "what": isSingle ? "the first object" : "the objects",
            "keyword": isSingle || !parameters.isEmpty ? "var" : "let", "lines": lines, "documentation": documentation,
            "signature": parameters.map { "\($0.identifier): \($0.type), " }.joined(),
        ]
    }
}
