import Foundation

/// An archive of a model with one entity, made property by property.
struct DetailArchive {
    private var builder = ArchiveBuilder()

    /// The number of objects so far.
    var count: Int { builder.count }

    /// An attribute of a type by its number, with conditions and other fields.
    mutating func attribute(
        _ name: String, _ type: Int64, _ conditions: [PropertyListNode] = [],
        _ fields: [(String, PropertyListNode)] = []
    ) -> (String, PropertyListNode) {
        var fields = fields + [("NSAttributeType", .integer(type)), ("NSIsOptional", .boolean(true))]
        if !conditions.isEmpty { fields.append(("NSValidationPredicates", builder.list(conditions))) }
        return named(name, "NSAttributeDescription", fields)
    }

    /// A composite attribute of elements.
    mutating func composite(
        _ name: String, _ elements: [(String, PropertyListNode)]
    ) -> (String, PropertyListNode) { composite(name, nodes: elements.map(\.1)) }

    /// A composite attribute of elements that are named by themselves.
    mutating func composite(_ name: String, nodes elements: [PropertyListNode]) -> (String, PropertyListNode) {
        let list = builder.list(elements)
        return named(
            name, "NSCompositeAttributeDescription",
            [("NSAttributeType", .integer(2_100)), ("NSCompositeElements", list)])
    }

    /// A property of a class.
    mutating func named(
        _ name: String, _ className: String, _ fields: [(String, PropertyListNode)]
    ) -> (String, PropertyListNode) {
        (name, builder.object(className, fields + [("NSPropertyName", builder.string(name))]))
    }

    /// A condition: an operator by its number, and a constant; on the value itself, or on a property of it.
    mutating func limit(_ number: Int64, _ constant: PropertyListNode, of property: String? = nil) -> PropertyListNode {
        var left = builder.object("NSSelfExpression", [])
        if let property {
            let path = builder.object("NSKeyPathSpecifierExpression", [("NSKeyPath", builder.string(property))])
            left = builder.object("NSKeyPathExpression", [("NSOperand", left), ("NSArguments", builder.list([path]))])
        }
        let right = builder.object("NSConstantValueExpression", [("NSConstantValue", builder.add(constant))])
        let operation = builder.object("NSComparisonPredicateOperator", [("NSOperatorType", .integer(number))])
        return builder.object(
            "NSComparisonPredicate",
            [("NSLeftExpression", left), ("NSRightExpression", right), ("NSPredicateOperator", operation)])
    }

    /// Two conditions at once.
    mutating func both(_ first: PropertyListNode, _ second: PropertyListNode) -> PropertyListNode {
        builder.object(
            "NSCompoundPredicate",
            [("NSCompoundPredicateType", .integer(1)), ("NSSubpredicates", builder.list([first, second]))])
    }

    /// The bytes of a model whose entity, `Thing`, has the properties; entities stand in a dictionary as in stores.
    mutating func data(_ properties: [(String, PropertyListNode)], indexes: [[String]]) -> Data {
        let compounds = indexes.map { names in builder.list(names.map { builder.string($0) }) }
        let entity = builder.object(
            "NSEntityDescription",
            [
                ("NSEntityName", builder.string("Thing")), ("NSProperties", builder.dictionary(properties)),
                ("NSCompoundIndexes", builder.list(compounds)),
            ])
        let keys = builder.object(
            "NSKnownKeysMappingStrategy1", [("keys", builder.list([builder.string("Thing")])), ("length", .integer(1))])
        let entities = builder.object(
            "NSKnownKeysDictionary1", [("searchMapping", keys), ("values", builder.list([entity]))])
        let root = builder.object("NSManagedObjectModel", [("NSEntities", entities)])
        return builder.data(root: root)
    }
}
