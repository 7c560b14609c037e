import PolystoreRandom
import Foundation
import Testing

@testable import PolystoreQuery

@Suite("Comparison of numbers of different types")
struct NumberComparisonTests {
    @Test("an integer and a double compare beyond 53 bits")
    func integersAndDoubles() {
        let beyond: Int64 = 9_007_199_254_740_993
        #expect(NumberComparison.order(beyond, 9_007_199_254_740_992.0) == 1)
        #expect(NumberComparison.order(beyond, 9_007_199_254_740_994.0) == -1)
        #expect(NumberComparison.order(Int64.max, 0x1p63) == -1)
        #expect(NumberComparison.order(Int64.min, -0x1p63) == 0)
        #expect(NumberComparison.order(Int64.min, -.infinity) == 1)
        #expect(NumberComparison.order(Int64.max, .infinity) == -1)
        #expect(NumberComparison.order(Int64(0), -0.0) == 0)
        #expect(NumberComparison.order(Int64(-1), -1.5) == 1)
        #expect(NumberComparison.order(Int64(0), Double.leastNonzeroMagnitude) == -1)
        #expect(NumberComparison.order(Int64(0), -Double.leastNonzeroMagnitude) == 1)
        #expect(NumberComparison.order(1.5, Int64(1)) == 1)
        #expect(NumberComparison.order(Int64(1), Double.nan) == -1)
    }

    @Test("random integers and doubles near them compare as whole part and fraction do")
    func randomIntegers() throws {
        var source = RandomSource()
        for _ in 0..<20_000 {
            let integer = Int64(bitPattern: source.next()) >> Int64.random(in: 0...63, using: &source)
            var double = Double(integer)
            switch Int.random(in: 0..<3, using: &source) {
            case 0: double = double.nextUp
            case 1: double = double.nextDown
            default: break
            }
            // 128 bits hold every such integer, and floor and the rest are exact.
            let floor = double.rounded(.down)
            let whole = Int128(floor)
            let expected = Int128(integer) != whole ? (Int128(integer) < whole ? -1 : 1) : double == floor ? 0 : -1
            try #require(NumberComparison.order(integer, double) == expected, "\(integer) \(double)")
        }
    }

    @Test("a decimal and a double compare by all digits of the double")
    func decimalsAndDoubles() throws {
        let tenth = Decimal(sign: .plus, exponent: -1, significand: 1)
        #expect(NumberComparison.order(tenth, 0.1) == -1)
        #expect(NumberComparison.order(-tenth, -0.1) == 1)
        #expect(NumberComparison.order(0.1, tenth) == 1)
        #expect(NumberComparison.order(tenth, 0.1.nextDown) == 1)
        #expect(NumberComparison.order(Decimal(sign: .plus, exponent: -1, significand: 15), 1.5) == 0)
        #expect(NumberComparison.order(Decimal.greatestFiniteMagnitude, .infinity) == -1)
        #expect(NumberComparison.order(Decimal.greatestFiniteMagnitude, 1e200) == -1)
        #expect(NumberComparison.order(Decimal(-1), -.infinity) == 1)
        #expect(NumberComparison.order(Decimal(), Double.leastNonzeroMagnitude) == -1)
        #expect(NumberComparison.order(Decimal(), -0.0) == 0)
        #expect(
            NumberComparison.order(Decimal(sign: .plus, exponent: -128, significand: 1), Double.leastNonzeroMagnitude)
                == 1)
        #expect(NumberComparison.order(Decimal.nan, 1.0) == 1)
        #expect(NumberComparison.order(Decimal.nan, Double.nan) == 0)
        #expect(NumberComparison.order(Decimal(1), Double.nan) == -1)
        // 10^23 lies between two doubles.
        let power = Decimal(sign: .plus, exponent: 23, significand: 1)
        #expect(NumberComparison.order(power, 1e23) == 1)
        #expect(NumberComparison.order(power, 1e23.nextUp) == -1)
    }

    @Test("a double written out as a decimal is equal to it, and its neighbours are not")
    func exactDecimals() throws {
        var source = RandomSource()
        for _ in 0..<5_000 {
            // A number of 30 bits over 2^p is 30 bits times 5^p over 10^p: at most 30 digits.
            let numerator = Int64.random(in: -(1 << 30)...(1 << 30), using: &source)
            let places = Int.random(in: 0...30, using: &source)
            guard numerator != 0 else { continue }
            var digits = Decimal(numerator)
            for _ in 0..<places { digits *= 5 }
            let decimal = Decimal(sign: .plus, exponent: -places, significand: digits)
            let double = Double(sign: .plus, exponent: -places, significand: Double(numerator))
            try #require(NumberComparison.order(decimal, double) == 0, "\(decimal)")
            try #require(NumberComparison.order(decimal, double.nextUp) == -1, "\(decimal)")
            try #require(NumberComparison.order(decimal, double.nextDown) == 1, "\(decimal)")
        }
    }

    @Test("decimals compare with integers and with each other whatever their exponents")
    func decimalsAndIntegers() {
        #expect(NumberComparison.order(Decimal(Int64.max), Int64.max) == 0)
        #expect(NumberComparison.order(Decimal(Int64.min), Int64.min) == 0)
        #expect(NumberComparison.order(Decimal(sign: .plus, exponent: -1, significand: 15), Int64(1)) == 1)
        #expect(NumberComparison.order(Int64(2), Decimal(sign: .plus, exponent: -1, significand: 15)) == 1)
        #expect(NumberComparison.order(Decimal.greatestFiniteMagnitude, Int64.max) == 1)
        let least = Decimal(sign: .minus, exponent: -128, significand: 1)
        #expect(NumberComparison.order(least, Int64(0)) == -1)
        #expect(NumberComparison.order(least, -Decimal.greatestFiniteMagnitude) == 1)
        let trailing = Decimal(sign: .plus, exponent: -3, significand: 1_500)
        #expect(NumberComparison.order(trailing, Decimal(sign: .plus, exponent: -1, significand: 15)) == 0)
        #expect(NumberComparison.order(Decimal.nan, Decimal(1)) == 1)
    }
}
