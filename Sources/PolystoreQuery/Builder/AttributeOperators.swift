import PolystoreModel

// Comparisons of attributes with values.

/// The value equals another; a missing value equals nil only.
public func == <Left: AttributeOperand>(left: Left, right: Left.Value) -> FetchPredicate {
    FetchPredicate(left, .equal, right)
}

/// The value differs from another; a missing value differs from every value.
public func != <Left: AttributeOperand>(left: Left, right: Left.Value) -> FetchPredicate {
    FetchPredicate(left, .notEqual, right)
}

/// The value is less; false when one is missing.
public func < <Left: AttributeOperand>(left: Left, right: Left.Value) -> FetchPredicate {
    FetchPredicate(left, .less, right)
}

/// The value is less or equal; false when one is missing.
public func <= <Left: AttributeOperand>(left: Left, right: Left.Value) -> FetchPredicate {
    FetchPredicate(left, .lessOrEqual, right)
}

/// The value is greater; false when one is missing.
public func > <Left: AttributeOperand>(left: Left, right: Left.Value) -> FetchPredicate {
    FetchPredicate(left, .greater, right)
}

/// The value is greater or equal; false when one is missing.
public func >= <Left: AttributeOperand>(left: Left, right: Left.Value) -> FetchPredicate {
    FetchPredicate(left, .greaterOrEqual, right)
}

// Comparisons of attributes with each other: numbers of all types compare, everything else with its own type.

/// The value equals another; a missing value equals nil only.
public func == <Left: AttributeOperand, Right: AttributeOperand>(left: Left, right: Right) -> FetchPredicate {
    FetchPredicate(left, .equal, right)
}

/// The value differs from another; a missing value differs from every value.
public func != <Left: AttributeOperand, Right: AttributeOperand>(left: Left, right: Right) -> FetchPredicate {
    FetchPredicate(left, .notEqual, right)
}

/// The value is less; false when one is missing.
public func < <Left: AttributeOperand, Right: AttributeOperand>(left: Left, right: Right) -> FetchPredicate {
    FetchPredicate(left, .less, right)
}

/// The value is less or equal; false when one is missing.
public func <= <Left: AttributeOperand, Right: AttributeOperand>(left: Left, right: Right) -> FetchPredicate {
    FetchPredicate(left, .lessOrEqual, right)
}

/// The value is greater; false when one is missing.
public func > <Left: AttributeOperand, Right: AttributeOperand>(left: Left, right: Right) -> FetchPredicate {
    FetchPredicate(left, .greater, right)
}

/// The value is greater or equal; false when one is missing.
public func >= <Left: AttributeOperand, Right: AttributeOperand>(left: Left, right: Right) -> FetchPredicate {
    FetchPredicate(left, .greaterOrEqual, right)
}
