import PolystoreModel

// Comparisons of relationships with objects; nil is no object.

/// The relationship leads to an object; to none, when that is nil.
public func == <Left: ObjectOperand>(left: Left, right: Left.Destination?) -> FetchPredicate
where Left.Destination: IdentifiedObject {
    FetchPredicate(left, .equal, right?.objectID)
}

/// The relationship leads to an object; to none, when that is nil.
public func == <Left: ObjectOperand>(left: Left, right: ObjectID) -> FetchPredicate {
    FetchPredicate(left, .equal, right)
}

/// Both lead to the same object, or both to none.
public func == <Left: ObjectOperand, Right: ObjectOperand>(left: Left, right: Right) -> FetchPredicate {
    .comparison(
        FetchComparison(
            left.queryExpression, .equal, right.queryExpression, quantifier: left.queryQuantifier))
}

/// The relationship does not lead to an object; it leads to one, when that is nil.
public func != <Left: ObjectOperand>(left: Left, right: Left.Destination?) -> FetchPredicate
where Left.Destination: IdentifiedObject {
    FetchPredicate(left, .notEqual, right?.objectID)
}

/// The relationship does not lead to an object; it leads to one, when that is nil.
public func != <Left: ObjectOperand>(left: Left, right: ObjectID) -> FetchPredicate {
    FetchPredicate(left, .notEqual, right)
}

/// The two lead to different objects, or only one leads to any.
public func != <Left: ObjectOperand, Right: ObjectOperand>(left: Left, right: Right) -> FetchPredicate {
    .comparison(
        FetchComparison(
            left.queryExpression, .notEqual, right.queryExpression, quantifier: left.queryQuantifier))
}
