/// A sum of 64-bit integers that cannot overflow before it is asked for, so that the order of the numbers never decides
/// between a result and an error.
public struct IntegerSum: Hashable, Sendable {
    /// The number of values added.
    public private(set) var count = 0

    private var total: Int128 = 0

    /// A sum of no values.
    public init() {}

    /// Adds a value.
    public mutating func add(_ value: Int64) {
        total += Int128(value)
        count += 1
    }

    /// Adds the values of another sum.
    public mutating func add(_ other: IntegerSum) {
        total += other.total
        count += other.count
    }

    /// The sum; zero of no values.
    ///
    /// - Throws: ``IntegerOverflow`` if the sum of all values is beyond 64 bits.
    public var sum: Int64 {
        get throws(IntegerOverflow) {
            guard let sum = Int64(exactly: total) else { throw IntegerOverflow(operation: "sum") }
            return sum
        }
    }

    /// The average, the true quotient rounded once; nil of no values.
    public var average: Double? {
        count == 0 ? nil : ExactSum.quotient(total, UInt64(count))
    }
}
