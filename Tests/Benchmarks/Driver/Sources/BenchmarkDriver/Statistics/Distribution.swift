import Foundation

/// Values of the rounds of one measurement, in ascending order.
public struct Distribution: Hashable, Sendable {
    /// The values, in ascending order.
    public let values: [Double]

    /// Sorts values; there is at least one.
    public init(_ values: [Double]) {
        precondition(!values.isEmpty, "a distribution has values")
        self.values = values.sorted()
    }

    /// The value in the middle, or the mean of the two in the middle.
    public var median: Double {
        let middle = values.count / 2
        return values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
    }

    /// The distance from the least to the greatest value, as a part of the median.
    public var spread: Double {
        guard median != 0 else { return 0 }
        return (values[values.count - 1] - values[0]) / median
    }

    /// An interval that holds the median of all possible rounds with a probability of at least 95 %.
    ///
    /// The interval between two order statistics: it assumes nothing of how the values are distributed. With fewer than
    /// six values no such interval has that probability; the result is then nil.
    public var interval: ClosedRange<Double>? {
        let count = values.count
        // The probability that at most `rank` of `count` values lie below the median, for the greatest rank that leaves
        // 2.5 % on each side.
        var (tail, term, rank) = (0.0, pow(0.5, Double(count)), 0)
        while rank < count / 2, tail + term <= 0.025 {
            tail += term
            rank += 1
            term *= Double(count - rank + 1) / Double(rank)
        }
        guard rank > 0 else { return nil }
        return values[rank - 1]...values[count - rank]
    }
}
