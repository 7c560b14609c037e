import PolystoreModel

/// What stands in a comparison for objects: a to-one relationship, a path to one, or quantified related objects.
public protocol ObjectOperand: ColumnOperand where ColumnValue == ObjectID? {
    /// The class of the objects.
    associatedtype Destination: AnyObject

    /// The names.
    var queryExpression: FetchExpression { get }
    /// How a to-many step is quantified; none for a path without one.
    var queryQuantifier: FetchComparison.Quantifier { get }
}

extension ObjectOperand {
    /// None: the path goes through to-one relationships only.
    public var queryQuantifier: FetchComparison.Quantifier { .none }

    /// The object is one of a list.
    public func isIn(_ objects: some Sequence<some IdentifiedObject>) -> FetchPredicate {
        let list = objects.map { FetchExpression.constant(.object($0.objectID)) }
        return .comparison(FetchComparison(queryExpression, .isIn, .aggregate(list), quantifier: queryQuantifier))
    }
}

extension ToOne: ObjectOperand {
    /// The relationship's name.
    public var queryExpression: FetchExpression { relationshipExpression }
}

extension ToOnePath: ObjectOperand {
    /// The names of the path.
    public var queryExpression: FetchExpression { relationshipExpression }
}
