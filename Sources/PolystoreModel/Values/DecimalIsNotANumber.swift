/// The error for a decimal that is "not a number": it has no place in the order of values and is refused.
public struct DecimalIsNotANumber: Error, Hashable, Sendable, CustomStringConvertible {
    /// Makes the error.
    public init() {}

    /// The message.
    public var description: String {
        "the decimal is not a number (NaN)"
    }
}
