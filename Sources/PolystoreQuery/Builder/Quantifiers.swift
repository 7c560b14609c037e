import PolystoreModel

// A path through a to-many relationship says how many of the related objects must satisfy a comparison. These are
// functions, because the tokens of relationships carry no ordinary members: `Company.staff.count` is the path to an
// attribute named `count`.

/// At least one related object's value satisfies the comparison: `any(Company.staff.age) > 30`.
public func any<Value>(_ path: ManyAttributePath<Value>) -> QuantifiedAttribute<Value> {
    QuantifiedAttribute(path, .any)
}

/// At least one object satisfies the comparison: `any(Company.staff) == ada`.
public func any<Destination>(_ relationship: ToMany<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(relationship.relationshipExpression, .any)
}

/// At least one object satisfies the comparison.
public func any<Destination>(_ path: ToManyPath<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(path.relationshipExpression, .any)
}

/// At least one object satisfies the comparison.
public func any<Destination>(_ path: ManyToOnePath<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(path.relationshipExpression, .any)
}

/// Every related object's value satisfies the comparison; true when there is none: `all(Company.staff.age) > 30`.
public func all<Value>(_ path: ManyAttributePath<Value>) -> QuantifiedAttribute<Value> {
    QuantifiedAttribute(path, .all)
}

/// Every object satisfies the comparison; true when there is none: `all(Company.staff) == ada`.
public func all<Destination>(_ relationship: ToMany<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(relationship.relationshipExpression, .all)
}

/// Every object satisfies the comparison; true when there is none.
public func all<Destination>(_ path: ToManyPath<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(path.relationshipExpression, .all)
}

/// Every object satisfies the comparison; true when there is none.
public func all<Destination>(_ path: ManyToOnePath<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(path.relationshipExpression, .all)
}

/// No related object's value satisfies the comparison: `none(Company.staff.age) > 30`.
public func none<Value>(_ path: ManyAttributePath<Value>) -> QuantifiedAttribute<Value> {
    QuantifiedAttribute(path, .noneOf)
}

/// No object satisfies the comparison: `none(Company.staff) == ada`.
public func none<Destination>(_ relationship: ToMany<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(relationship.relationshipExpression, .noneOf)
}

/// No object satisfies the comparison.
public func none<Destination>(_ path: ToManyPath<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(path.relationshipExpression, .noneOf)
}

/// No object satisfies the comparison.
public func none<Destination>(_ path: ManyToOnePath<Destination>) -> QuantifiedObject<Destination> {
    QuantifiedObject(path.relationshipExpression, .noneOf)
}

/// The number of related objects: `count(Company.staff) > 3`.
public func count<Destination>(_ relationship: ToMany<Destination>) -> RelatedCount {
    RelatedCount([relationship.relationshipPropertyKey], relationship.relationshipRoot)
}

/// The number of related objects; 0 where the path before them leads to nothing.
public func count<Destination>(_ path: ToManyPath<Destination>) -> RelatedCount {
    RelatedCount(path.relationshipPropertyKeys, path.relationshipRoot)
}
