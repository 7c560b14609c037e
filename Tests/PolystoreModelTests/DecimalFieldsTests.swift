import PolystoreRandom
import Foundation
import Testing

@testable import PolystoreModel

@Suite("The fields of decimals")
struct DecimalFieldsTests {
    @Test("Foundation's layout is known here")
    func layoutIsKnown() {
        #expect(DecimalFields.knowsFoundationLayout)
    }

    @Test("the layout and Foundation's public operations agree in both directions")
    func bothWays() throws {
        var source = RandomSource()
        for _ in 0..<5_000 {
            let fields = DecimalEncodingTests.random(using: &source)
            let value = fields.foundationLayoutDecimal
            try #require(DecimalFields(foundationLayout: value) == fields)
            try #require(DecimalFields(description: value)?.normalized == fields.normalized, "\(fields)")
            if let made = fields.arithmeticDecimal {
                try #require(made == value, "\(fields)")
            } else {
                try #require(fields.normalized.exponent > 100, "\(fields)")
            }
        }
    }

    @Test("results of Foundation's arithmetic are read exactly")
    func arithmetic() throws {
        var source = RandomSource()
        for _ in 0..<5_000 {
            let left = Decimal(Int64.random(in: -1_000_000...1_000_000, using: &source))
            let right = Decimal(sign: .plus, exponent: -3, significand: Decimal(Int.random(in: 1...9, using: &source)))
            for value in [left + right, left - right, left * right, left / right, left / 7] {
                let fields = try #require(DecimalFields(value))
                try #require(DecimalFields(description: value)?.normalized == fields.normalized)
                try #require(fields.decimal == value)
            }
        }
    }

    @Test("zero has one form and not a number has none")
    func zeroAndNotANumber() {
        #expect(DecimalFields(Decimal())?.magnitude == 0)
        #expect(DecimalFields(isNegative: true, exponent: 5, magnitude: 0).isNegative == false)
        #expect(DecimalFields(Decimal.nan) == nil)
        #expect(DecimalFields(description: Decimal.nan) == nil)
    }

    @Test("a number that Decimal cannot hold gives none")
    func outOfRange() {
        #expect(DecimalFields(isNegative: false, exponent: 128, magnitude: .max).decimal == nil)
        #expect(DecimalFields(isNegative: false, exponent: -129, magnitude: 7).decimal == nil)
        #expect(DecimalFields(isNegative: false, exponent: 130, magnitude: 7).decimal != nil)
    }
}
