import Foundation
import PolystoreModel
import PolystoreRandom
import Testing

@testable import PolystoreQuery

@Suite("What a comparison with a constant asks of numbers and dates")
struct ConstantRangeTests {
    private static let comparators: [FetchComparison.Operator] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    private static let doubles: [Double] = [
        0, -0.0, 1, -1, 0.5, -0.5, 1.5, 0.1, 1e300, -1e300, 0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63, .infinity, -.infinity,
        .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    private static let integers: [Int64] = [
        0, 1, -1, 2, .min, .max, .min + 1, .max - 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, 1 << 62,
    ]
    private static let decimals = [
        "0", "1", "-1", "0.1", "0.5", "-2.5", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
        "1e100",
        "-1e100", "0.1000000000000000055511151231257827021181583404541015625", "9007199254740993",
    ].compactMap { Decimal(string: $0) }

    private static func constants(_ source: inout RandomSource) -> [Value] {
        var values = doubles.map(Value.double) + integers.map(Value.integer) + decimals.map(Value.decimal)
        for _ in 0..<60 {
            let number = Int64(truncatingIfNeeded: source.next()) >> source.below(64)
            values.append(.integer(number))
            values.append(.double(Double(number) + [0, 0.25, 0.5][source.below(3)]))
            values.append(.decimal(Decimal(number) / 8))
        }
        return values
    }

    private static func isIn(_ stored: Value, _ range: ConstantRange) -> Bool {
        switch (stored, range) {
        case (.integer(let number), .integers(let range)): range.lower <= number && number <= range.upper
        case (.boolean(let value), .integers(let range)):
            range.lower <= (value ? 1 : 0) && (value ? 1 : 0) <= range.upper
        case (.double(let number), .doubles(let range)): range.lower <= number && number <= range.upper
        case (.date(let date), .doubles(let range)):
            range.lower <= date.timeIntervalSinceReferenceDate && date.timeIntervalSinceReferenceDate <= range.upper
        default: false
        }
    }

    @Test("a stored number is in the range exactly if the comparison of both values holds")
    func numbers() throws {
        var source = RandomSource()
        let constants = Self.constants(&source)
        for (kind, isKind) in [
            (SlotKind.integer64, { (value: Value) in if case .integer = value { true } else { false } }),
            (.double, { value in if case .double = value { true } else { false } }),
        ] {
            let stored = constants.filter(isKind)
            for constant in constants {
                for comparator in Self.comparators {
                    let range = try #require(ConstantRange(comparator, constant, comparedWith: kind))
                    let comparison = ValueComparison(comparator, [])
                    for value in stored {
                        // What is not equal is outside of the range of what is.
                        let isWanted = comparison.matches(value, constant)
                        let isInside = Self.isIn(value, range) != (comparator == .notEqual)
                        if isInside != isWanted { Issue.record("\(value) \(comparator) \(constant)") }
                    }
                }
            }
        }
    }

    @Test("dates compare with dates only, booleans with booleans, and nothing with what is no number")
    func kinds() throws {
        let (early, late) = (Date(timeIntervalSinceReferenceDate: -1.5), Date(timeIntervalSinceReferenceDate: 2))
        for comparator in Self.comparators {
            for (left, right) in [(early, late), (late, early), (early, early)] {
                let range = try #require(ConstantRange(comparator, .date(right), comparedWith: .date))
                let isInside = Self.isIn(.date(left), range) != (comparator == .notEqual)
                #expect(isInside == ValueComparison(comparator, []).matches(.date(left), .date(right)))
            }
            #expect(ConstantRange(comparator, .double(1), comparedWith: .date) == nil)
            #expect(ConstantRange(comparator, .date(early), comparedWith: .double) == nil)
            #expect(ConstantRange(comparator, .integer(1), comparedWith: .boolean) == nil)
            #expect(ConstantRange(comparator, .boolean(true), comparedWith: .integer16) == nil)
            #expect(ConstantRange(comparator, .double(.nan), comparedWith: .double) == nil)
            #expect(ConstantRange(comparator, .double(.nan), comparedWith: .integer64) == nil)
            #expect(ConstantRange(comparator, .missing, comparedWith: .integer64) == nil)
            #expect(ConstantRange(comparator, .string("1"), comparedWith: .integer64) == nil)
        }
        #expect(ConstantRange(.contains, .integer(1), comparedWith: .integer64) == nil)
        #expect(ConstantRange(.equal, .boolean(true), comparedWith: .boolean) == .integers(.init(lower: 1, upper: 1)))
    }

    @Test("a range between two constants of different types has what is in both, or nothing")
    func between() throws {
        let range = ConstantRange(from: .double(1.5), through: .decimal(4), comparedWith: .integer32)
        #expect(range == .integers(.init(lower: 2, upper: 4)))
        #expect(ConstantRange(from: .integer(4), through: .integer(3), comparedWith: .integer64)?.isEmpty == true)
        #expect(ConstantRange(from: .integer(4), through: .missing, comparedWith: .integer64) == nil)
    }
}
