import PolystoreRandom
import Foundation
import Testing

@testable import PolystoreModel

@Suite("The stored form of decimals")
struct DecimalEncodingTests {
    static func encode(_ value: Decimal) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try DecimalEncoding.encode(value, into: &bytes)
        return bytes
    }

    static func decode(_ bytes: [UInt8]) -> Decimal? {
        bytes.withUnsafeBytes { DecimalEncoding.decode($0) }
    }

    /// A number of any sign, length and exponent, small ones and repeated digits more often than chance gives.
    static func random(using source: inout RandomSource) -> DecimalFields {
        let bits = Int.random(in: 0...128, using: &source)
        var magnitude = bits == 0 ? 0 : UInt128.random(in: 0...UInt128.max, using: &source) >> UInt128(128 - bits)
        if Int.random(in: 0..<4, using: &source) == 0 {
            for _ in 0..<Int.random(in: 1...20, using: &source) where magnitude < UInt128.max / 10 {
                magnitude *= 10
            }
        }
        let exponent: Int
        switch Int.random(in: 0..<3, using: &source) {
        case 0: exponent = Int.random(in: -4...2, using: &source)
        case 1: exponent = Int.random(in: -45...45, using: &source)
        default: exponent = Int.random(in: -128...127, using: &source)
        }
        return DecimalFields(isNegative: .random(using: &source), exponent: exponent, magnitude: magnitude)
    }

    /// A number near another one: its last digits, its exponent or its sign differ.
    static func neighbour(of fields: DecimalFields, using source: inout RandomSource) -> DecimalFields {
        var result = fields
        switch Int.random(in: 0..<5, using: &source) {
        case 0: result.magnitude &+= 1
        case 1: result.magnitude /= 10
        case 2: result.exponent = max(-128, result.exponent - 1)
        case 3: result.isNegative.toggle()
        default:
            if result.magnitude < UInt128.max / 10, result.exponent > -128 {
                result.magnitude *= 10
                result.exponent -= 1
            }
        }
        return DecimalFields(
            isNegative: result.isNegative, exponent: result.exponent, magnitude: result.magnitude)
    }

    /// -1, 0 or 1 by the numbers' digits, written out; independent of both the encoding and Foundation.
    static func order(_ left: DecimalFields, _ right: DecimalFields) -> Int {
        func sign(_ fields: DecimalFields) -> Int { fields.magnitude == 0 ? 0 : fields.isNegative ? -1 : 1 }
        guard sign(left) == sign(right) else { return sign(left) < sign(right) ? -1 : 1 }
        func digits(_ fields: DecimalFields) -> String {
            let text = String(fields.magnitude) + String(repeating: "0", count: fields.exponent + 128)
            return String(repeating: "0", count: 300 - text.count) + text
        }
        let (one, other) = (digits(left), digits(right))
        return one == other ? 0 : (one < other) == (sign(left) > 0) ? -1 : 1
    }

    static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    @Test("the layout is the documented one")
    func layout() throws {
        #expect(try Self.encode(0) == [0x80, 0x00])
        #expect(try Self.encode(Decimal(sign: .plus, exponent: -1, significand: 15)) == [0xa0, 0x4a, 0xe0, 0x00])
        #expect(try Self.encode(Decimal(sign: .minus, exponent: -1, significand: 15)) == [0x5f, 0xb5, 0x1f, 0xff])
        #expect(try Self.encode(Decimal.greatestFiniteMagnitude).count == DecimalEncoding.maximumLength)
    }

    @Test("numbers that differ in trailing zeros have one encoding")
    func normalized() throws {
        let short = DecimalFields(isNegative: false, exponent: -1, magnitude: 15)
        let long = DecimalFields(isNegative: false, exponent: -8, magnitude: 150_000_000)
        #expect(try Self.encode(#require(short.decimal)) == Self.encode(#require(long.decimal)))
        let great = DecimalFields(isNegative: true, exponent: 127, magnitude: 1_000)
        #expect(try Self.decode(Self.encode(#require(great.decimal))) == great.decimal)
    }

    @Test("not a number is refused and nothing is appended")
    func notANumber() {
        var bytes: [UInt8] = [1]
        #expect(throws: DecimalIsNotANumber()) { try DecimalEncoding.encode(.nan, into: &bytes) }
        #expect(bytes == [1])
    }

    @Test("random numbers come back, in order, within the length, and no encoding begins another")
    func randomPairs() throws {
        var source = RandomSource()
        for _ in 0..<20_000 {
            let left = Self.random(using: &source)
            let right =
                Bool.random(using: &source) ? Self.random(using: &source) : Self.neighbour(of: left, using: &source)
            let (leftValue, rightValue) = try (#require(left.decimal), #require(right.decimal))
            let (leftBytes, rightBytes) = try (Self.encode(leftValue), Self.encode(rightValue))
            try #require(leftBytes.count <= DecimalEncoding.maximumLength)
            let expected = Self.order(left, right)
            try #require(Self.order(leftBytes, rightBytes) == expected, "\(leftValue) \(rightValue)")
            try #require(expected == 0 || !leftBytes.starts(with: rightBytes))
            let decoded = try #require(Self.decode(leftBytes))
            try #require(DecimalFields(decoded)?.normalized == left.normalized)
            try #require(decoded == leftValue)
        }
    }

    @Test("an encoding is found before other bytes, and they are not taken for a part of it")
    func prefix() throws {
        var source = RandomSource()
        for _ in 0..<1_000 {
            let value = try #require(Self.random(using: &source).decimal)
            let bytes = try Self.encode(value)
            let longer = bytes + [UInt8.random(in: 0...255, using: &source)]
            #expect(Self.decode(longer) == nil)
            let (found, length) = try #require(longer.withUnsafeBytes { DecimalEncoding.decodePrefix($0) })
            #expect(found == value && length == bytes.count)
            for count in 0..<bytes.count {
                #expect(Self.decode(Array(bytes[..<count])) == nil)
            }
        }
    }

    @Test("damaged bytes give nothing or the one number that they encode, and never trap")
    func damaged() throws {
        var source = RandomSource()
        for round in 0..<20_000 {
            var bytes: [UInt8]
            if round.isMultiple(of: 2) {
                bytes = (0..<Int.random(in: 0...21, using: &source)).map { _ in .random(in: 0...255, using: &source) }
            } else {
                bytes = try Self.encode(#require(Self.random(using: &source).decimal))
                let bit = Int.random(in: 0..<bytes.count * 8, using: &source)
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            }
            if let value = Self.decode(bytes) {
                try #require(try Self.encode(value) == bytes)
            }
        }
        #expect(Self.decode([0x7f, 0xff]) == nil, "negative zero")
    }
}
