import PolystoreModel

/// Both hold.
public func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.and(let first), .and(let second)): .and(first + second)
    case (.and(let parts), _): .and(parts + [right])
    case (_, .and(let parts)): .and([left] + parts)
    default: .and([left, right])
    }
}

/// At least one holds.
public func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.or(let first), .or(let second)): .or(first + second)
    case (.or(let parts), _): .or(parts + [right])
    case (_, .or(let parts)): .or([left] + parts)
    default: .or([left, right])
    }
}

/// Holds exactly when the predicate does not.
public prefix func ! (predicate: FetchPredicate) -> FetchPredicate { .not(predicate) }

extension FetchPredicate {
    /// The fetched object is one.
    public static func object(is object: some IdentifiedObject) -> FetchPredicate {
        .comparison(FetchComparison(.evaluatedObject, .equal, .constant(.object(object.objectID))))
    }

    /// The fetched object is one of a list.
    public static func object(isIn objects: some Sequence<some IdentifiedObject>) -> FetchPredicate {
        let list = objects.map { FetchExpression.constant(.object($0.objectID)) }
        return .comparison(FetchComparison(.evaluatedObject, .isIn, .aggregate(list)))
    }
}
