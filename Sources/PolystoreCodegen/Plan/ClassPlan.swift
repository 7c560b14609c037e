/// A class of an entity: everything that templates see of it.
struct ClassPlan {
    /// The class that people use.
    var name: String
    /// The class of the machine file, where there are two.
    var machineName: String
    /// The entity.
    var entityName: String
    /// The class that the machine class inherits from.
    var superclass: String
    /// Whether the superclass is a described class already.
    var inheritsDescription: Bool
    /// Whether other classes of the model inherit from it.
    var hasChildren: Bool
    /// The kind of Xcode's code generation: `class`, `category` or nothing.
    var codeGeneration: String
    /// The modules that its machine file imports besides.
    var imports: [String]
    /// The lines of the comment.
    var documentation: [String]
    var tokens: [TokenPlan] = []
    var properties: [PropertyPlan] = []
    var toManyRelationships: [ToManyPlan] = []
    var constants: [ConstantPlan] = []
    var requests: [RequestPlan] = []
    var fetchedProperties: [RequestPlan] = []
    /// The arguments of the entity's description, in lines.
    var entityLines: [String] = []
    /// The name of the class without backticks, for files.
    var fileName: String { String(name.filter { $0 != "`" }) }

    /// The name of the entity's description in an extension.
    var descriptionIdentifier = "entityDescription"

    func context(_ options: GenerationOptions) -> [String: Any] {
        let isOpen = options.access == .open
        let final = hasChildren || isOpen ? "" : "final "
        let shown = options.hasTypedProperties ? properties : properties.filter(\.isNeeded)
        let isMachineClass = options.shape == .two
        return [
            "name": name, "machineName": isMachineClass ? machineName : name, "entityName": entityName,
            "superclass": superclass, "inheritsDescription": inheritsDescription, "hasChildren": hasChildren,
            "override": inheritsDescription ? "override " : "", "codeGeneration": codeGeneration,
            "documentation": documentation,
            "prefix": (final.isEmpty ? options.access.classPrefix : options.access.memberPrefix) + final,
            "machinePrefix": options.access.classPrefix,
            // Only a class that others inherit from can have accessors that they would replace.
            "propertyPrefix": options.access.memberPrefix + (isMachineClass || final.isEmpty ? "final " : ""),
            "overridesEntity": inheritsDescription || hasChildren,
            "descriptionIdentifier": descriptionIdentifier, "entityLines": entityLines,
            "tokens": tokens.map(\.context), "properties": shown.map(\.context),
            "toManyRelationships": toManyRelationships.map(\.context), "constants": constants.map(\.context),
            "requests": requests.map(\.context), "fetchedProperties": fetchedProperties.map(\.context),
        ]
    }
}
