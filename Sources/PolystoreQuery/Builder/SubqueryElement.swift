import PolystoreModel

/// The element that the condition of a subquery is about.
///
/// It has no member with an ordinary name, because `element.age` is the path to the object's `age`.
@dynamicMemberLookup
public struct SubqueryElement<Object: AnyObject>: ObjectOperand, Sendable {
    /// The class of the objects.
    public typealias Destination = Object

    /// The variable, or a path from it on.
    public let queryExpression: FetchExpression

    fileprivate init(queryExpression: FetchExpression) { self.queryExpression = queryExpression }

    /// The value of an attribute.
    public subscript<Value>(dynamicMember member: KeyPath<Object.Type, Attribute<Value>>) -> Computed<Value> {
        Computed(.path(queryExpression, [Object.self[keyPath: member].propertyKey.name]))
    }

    /// The related object.
    public subscript<Next>(dynamicMember member: KeyPath<Object.Type, ToOne<Next>>) -> SubqueryElement<Next> {
        SubqueryElement<Next>(
            queryExpression: .path(queryExpression, [Object.self[keyPath: member].relationshipPropertyKey.name]))
    }
}

/// The object whose fetched property is read: `Person.employer == fetchSource(Company.self)`.
public func fetchSource<Object>(_ type: Object.Type) -> SubqueryElement<Object> {
    SubqueryElement(queryExpression: .variable("FETCH_SOURCE"))
}

/// The related objects for which a condition holds: `count(subquery(Company.staff) { $0.age > 40 }) > 3`.
public func subquery<Destination>(
    _ relationship: ToMany<Destination>, _ condition: (SubqueryElement<Destination>) -> FetchPredicate
) -> FoundObjects<Destination> {
    subquery(relationship.relationshipExpression, condition)
}

/// The objects at the end of a path for which a condition holds.
public func subquery<Destination>(
    _ path: ToManyPath<Destination>, _ condition: (SubqueryElement<Destination>) -> FetchPredicate
) -> FoundObjects<Destination> {
    subquery(path.relationshipExpression, condition)
}

/// Those of found objects for which a condition holds.
public func subquery<Destination>(
    _ objects: FoundObjects<Destination>, _ condition: (SubqueryElement<Destination>) -> FetchPredicate
) -> FoundObjects<Destination> {
    subquery(objects.expression, condition)
}

private func subquery<Destination>(
    _ collection: FetchExpression, _ condition: (SubqueryElement<Destination>) -> FetchPredicate
) -> FoundObjects<Destination> {
    let depth = SubqueryDepth.current
    let variable = depth == 0 ? "x" : "x\(depth)"
    let element = SubqueryElement<Destination>(queryExpression: .variable(variable))
    let predicate = SubqueryDepth.$current.withValue(depth + 1) { condition(element) }
    return FoundObjects(.subquery(collection, variable: variable, predicate))
}

/// How deep subqueries stand within one another, which names their variables.
private enum SubqueryDepth {
    @TaskLocal static var current = 0
}
