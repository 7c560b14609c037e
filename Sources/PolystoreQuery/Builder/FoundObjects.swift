import PolystoreModel

/// Objects that a subquery or a fetch within a predicate finds: `count(found)`, `sum(found.age)`, `any(found.name)`.
///
/// It has no member with an ordinary name, because `found.age` is the path to the objects' `age`.
@dynamicMemberLookup
public struct FoundObjects<Destination: AnyObject>: Sendable {
    let expression: FetchExpression

    /// Takes what an expression gives for objects of a class.
    public init(_ expression: FetchExpression) { self.expression = expression }

    /// The values of an attribute of the objects.
    public subscript<Value>(
        dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>
    ) -> CollectedValues<Value> {
        CollectedValues(.path(expression, [Destination.self[keyPath: member].propertyKey.name]))
    }

    /// The objects that the objects refer to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> FoundObjects<Next> {
        FoundObjects<Next>(.path(expression, [Destination.self[keyPath: member].relationshipPropertyKey.name]))
    }
}

/// The number of objects.
public func count<Destination>(_ objects: FoundObjects<Destination>) -> Computed<Int> {
    Computed(.path(objects.expression, ["@count"]))
}

extension ObjectOperand {
    /// The object is one of those that are found.
    public func isIn(_ objects: FoundObjects<Destination>) -> FetchPredicate {
        .comparison(FetchComparison(queryExpression, .isIn, objects.expression, quantifier: queryQuantifier))
    }
}

extension FetchPredicate {
    /// The fetched object is one of those that are found.
    public static func object<Destination>(isIn objects: FoundObjects<Destination>) -> FetchPredicate {
        .comparison(FetchComparison(.evaluatedObject, .isIn, objects.expression))
    }
}

/// The objects that a request of its own finds, as an operand.
public func fetched<Destination>(
    _ request: FetchRequestDescription, of type: Destination.Type
) -> FoundObjects<Destination> { FoundObjects(.fetch(request, countOnly: false)) }

/// The number of objects that a request of its own finds.
public func fetchedCount(_ request: FetchRequestDescription) -> Computed<Int> {
    Computed(.fetch(request, countOnly: true))
}
