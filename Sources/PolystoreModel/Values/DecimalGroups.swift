/// The digits of a decimal in groups of three from the left, the last group filled with zeros on the right.
struct DecimalGroups {
    /// A 128-bit magnitude has at most 39 digits.
    static let capacity = 13

    private var storage = InlineGroups()

    /// The number of groups.
    private(set) var count = 0

    /// The number of digits, not counting the fill of the last group.
    private(set) var digitCount = 0

    /// No groups yet.
    init() {}

    /// Splits a magnitude that is not zero and has no factor of ten.
    init(normalized magnitude: UInt128) {
        digitCount = Self.digitCount(of: magnitude)
        count = (digitCount + 2) / 3
        var index = count - 1
        var rest = magnitude
        // The last group takes the digits that do not fill one; from there on to the left all are full.
        let (divisor, fill): (UInt128, UInt128) =
            switch digitCount % 3 {
            case 1: (10, 100)
            case 2: (100, 10)
            default: (1_000, 1)
            }
        storage[index] = UInt16(rest % divisor * fill)
        rest /= divisor
        // Division of 128 bits is slow: take six groups at a time.
        while rest > UInt128(UInt64.max) {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
            var part = UInt64(remainder)
            for _ in 0..<6 {
                index -= 1
                storage[index] = UInt16(part % 1_000)
                part /= 1_000
            }
            rest = quotient
        }
        var small = UInt64(rest)
        while index > 0 {
            index -= 1
            storage[index] = UInt16(small % 1_000)
            small /= 1_000
        }
    }

    subscript(index: Int) -> UInt16 {
        storage[index]
    }

    /// Adds a group; false if it is none or one too many.
    mutating func append(_ group: UInt16) -> Bool {
        guard group < 1_000, count < Self.capacity else { return false }
        storage[count] = group
        count += 1
        return true
    }

    /// The magnitude and its number of digits, or nil if the groups are not what a normalized magnitude gives.
    var magnitude: (value: UInt128, digitCount: Int)? {
        guard count > 0, storage[0] >= 100 else { return nil }
        let last = storage[count - 1]
        guard last != 0 else { return nil }
        var value: UInt128 = 0
        for index in 0..<count - 1 {
            value = value * 1_000 + UInt128(storage[index])
        }
        let (factor, group, fill): (UInt128, UInt16, Int) =
            if last % 100 == 0 {
                (10, last / 100, 2)
            } else if last % 10 == 0 {
                (100, last / 10, 1)
            } else {
                (1_000, last, 0)
            }
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        let (sum, carry) = product.addingReportingOverflow(UInt128(group))
        guard !overflow, !carry else { return nil }
        return (sum, count * 3 - fill)
    }

    /// The number of decimal digits of a magnitude.
    private static func digitCount(of magnitude: UInt128) -> Int {
        var count = 0
        var rest = magnitude
        while rest > UInt128(UInt64.max) {
            rest /= 1_000_000_000_000_000_000
            count += 18
        }
        var small = UInt64(rest)
        repeat {
            small /= 10
            count += 1
        } while small != 0
        return count
    }
}

extension DecimalGroups {
    /// Room for all groups without an allocation.
    private struct InlineGroups {
        private var values = InlineArray<13, UInt16>(repeating: 0)

        subscript(index: Int) -> UInt16 {
            get { values[index] }
            set { values[index] = newValue }
        }
    }
}
