/// How the types of the library and of Swift are named beside those of a model: in full where the model has such a name.
struct TypeNames {
    /// Names that the model gives to types and properties.
    let taken: Set<String>

    private static let modules: [String: [String]] = [
        "Swift": [
            "Any", "Array", "Bool", "Double", "Float", "Int", "Int16", "Int32", "Int64", "String", "UInt", "UInt16",
            "UInt32",
            "UInt64", "UInt8",
        ],
        "Foundation": ["Data", "Date", "Decimal", "URL", "UUID"],
        "Polystore": [
            "Attribute", "AttributeDescription", "CompositeDescription", "Entity", "EntityDescription", "EntityPart",
            "FetchComparison", "FetchExpression", "FetchPredicate", "FetchRequest", "FetchRequestDescription",
            "FetchedProperty",
            "ManagedObject", "ManagedObjectContext", "ModelDescription", "ObjectID", "PredicateArgument", "SortKey",
            "ToMany", "ToManyObjects", "ToOne", "Value",
        ],
    ]
    private static let moduleOfType: [String: String] = {
        var result: [String: String] = [:]
        for (module, types) in modules { for type in types { result[type] = module } }
        return result
    }()

    /// The name of a type that generated code uses.
    func name(_ type: String) -> String {
        guard taken.contains(type), let module = Self.moduleOfType[type] else { return type }
        return "\(module).\(type)"
    }

    /// All of them by their short names, for templates.
    var all: [String: String] {
        Dictionary(uniqueKeysWithValues: Self.moduleOfType.keys.map { ($0, name($0)) })
    }

    /// The types of Foundation.
    static var foundation: [String] { modules["Foundation"] ?? [] }
}
