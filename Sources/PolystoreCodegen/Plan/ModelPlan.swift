/// A model as classes: what templates see, and what has to be known about files.
struct ModelPlan {
    /// The model's name.
    var name: String
    /// The name of the enumeration that stands for the model.
    var typeName: String
    /// The classes in the order of their names.
    var classes: [ClassPlan] = []
    var composites: [CompositePlan] = []
    var configurations: [(name: String, entities: String)] = []
    var templates: [(name: String, expression: String)] = []
    var versionIdentifiers = "[]"
    var imports: [String] = []
    /// How types are named.
    var types: TypeNames
    /// The types that generated code names and that are written by hand.
    var foreignTypes: Set<ForeignType> = []
    /// Remarks for the user.
    var notes: [String] = []

    func context(_ options: GenerationOptions) -> [String: Any] {
        let isPlain = composites.isEmpty && configurations.isEmpty && templates.isEmpty && versionIdentifiers == "[]"
        return [
            "name": name, "type": typeName, "classes": classes.map { $0.context(options) },
            "composites": composites.map(\.context),
            "configurations": configurations.map { ["name": $0.name, "entities": $0.entities] },
            "templates": templates.map { ["name": $0.name, "expression": $0.expression] },
            "keyword": isPlain ? "let" : "var", "versionIdentifiers": versionIdentifiers,
            "hasVersionIdentifiers": versionIdentifiers != "[]",
        ]
    }
}
