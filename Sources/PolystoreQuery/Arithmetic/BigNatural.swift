/// A natural number of any size, for the few comparisons and sums that need one.
struct BigNatural: Hashable, Sendable {
    /// The digits to the base 2^32, the least significant first, without zeros at the end.
    private(set) var digits: [UInt32]

    /// Makes a number.
    init(_ value: UInt128) {
        digits = []
        var rest = value
        while rest != 0 {
            digits.append(UInt32(truncatingIfNeeded: rest))
            rest >>= 32
        }
    }

    /// Multiplies by a small number that is not zero.
    mutating func multiply(by factor: UInt32) {
        var carry: UInt64 = 0
        for index in digits.indices {
            carry += UInt64(digits[index]) * UInt64(factor)
            digits[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry != 0 {
            digits.append(UInt32(carry))
        }
    }

    /// Multiplies by a power of ten.
    mutating func multiply(byPowerOfTen exponent: Int) {
        var rest = exponent
        while rest >= 9 {
            multiply(by: 1_000_000_000)
            rest -= 9
        }
        for _ in 0..<rest {
            multiply(by: 10)
        }
    }

    /// Multiplies by a power of two.
    mutating func multiply(byPowerOfTwo exponent: Int) {
        guard !digits.isEmpty else { return }
        multiply(by: 1 << UInt32(exponent % 32))
        digits.insert(contentsOf: repeatElement(0, count: exponent / 32), at: 0)
    }

    /// The order of two numbers: below zero, zero or above zero.
    static func order(_ left: BigNatural, _ right: BigNatural) -> Int {
        guard left.digits.count == right.digits.count else {
            return left.digits.count < right.digits.count ? -1 : 1
        }
        for index in left.digits.indices.reversed() where left.digits[index] != right.digits[index] {
            return left.digits[index] < right.digits[index] ? -1 : 1
        }
        return 0
    }
}
