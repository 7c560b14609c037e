/// The error for an integer result that does not fit into 64 bits.
public struct IntegerOverflow: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that overflowed, as the predicate language names it, such as `+` or `sum`.
    public let operation: String

    /// Makes the error for an operation.
    public init(operation: String) {
        self.operation = operation
    }

    /// The message, without the values.
    public var description: String {
        "the result of the integer operation '\(operation)' does not fit into 64 bits"
    }
}
