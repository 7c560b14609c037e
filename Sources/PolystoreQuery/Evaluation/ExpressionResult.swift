import PolystoreModel

/// The result of an expression: one value, or the elements of a collection.
enum ExpressionResult {
    case value(Value)
    case list([Value])

    /// The elements; a value that is there is a collection of itself.
    var elements: [Value] {
        switch self {
        case .value(.missing): []
        case .value(let value): [value]
        case .list(let values): values
        }
    }

    /// The value; a collection is none.
    var single: Value {
        if case .value(let value) = self { value } else { .missing }
    }
}
