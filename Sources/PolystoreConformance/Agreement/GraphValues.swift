import Foundation
import PolystoreRandom
import PolystoreStorage

/// The values that random graphs have and random questions ask for: few, so that there are ties, and extremes.
enum GraphValues {
    static let texts = [
        "", "a", "A", "ab", "Ab", "aB", "b", "ba", "ß", "ss", "SS", "é", "e\u{301}", "É", "e", "a\0", "a\0b", "zz",
        "İ", "ı", "ﬁ", "fi", "ς", "σ", "😀", "\u{10ffff}", "a*", "a?b", "a\\", "%", "_a", " a", "10", "-1.5",
    ]
    static let patterns = ["*", "a*", "?b", "*b*", "*\\*", "", "??", "*é", "ß", "*a?", "[a-z]*", "%", "_*"]
    static let expressions = ["a.*", "[a-z]+", ".", "", "(ab)?", "\\p{L}+", "é", "a|b", ".*b", "[^a]*", "(?i)AB"]

    static func random(_ type: AttributeType, _ random: inout RandomSource) -> Value {
        switch type {
        case .integer16: integer([-32_768, -1, 0, 1, 2, 3, 32_767], &random)
        case .integer32: integer([-2_147_483_648, -1, 0, 1, 2, 3, 2_147_483_647], &random)
        case .integer64:
            random.chance(5)
                ? integer(
                    [.min, .min + 1, -9_007_199_254_740_993, 9_007_199_254_740_992, 9_007_199_254_740_993, .max],
                    &random)
                : integer([-7, -1, 0, 1, 2, 3, 5, 10], &random)
        case .double:
            .double(
                random.chance(5)
                    ? random.pick([
                        -.infinity, .infinity, -.greatestFiniteMagnitude, 1e300, .leastNonzeroMagnitude,
                        9_007_199_254_740_992, 0.1.nextUp, 1e-300,
                    ]) : random.pick([-1.5, -1, 0, 0.1, 0.5, 1, 2, 3]))
        case .float:
            .double(
                Double(
                    random.chance(5)
                        ? random.pick([
                            -Float.infinity, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 16_777_216,
                        ]) : random.pick([-1.5, 0, 0.1, 0.5, 1, 2, 3])))
        case .decimal: .decimal(decimal(&random))
        case .string: .string(random.pick(texts))
        case .boolean: .boolean(random.chance(2))
        case .date: .date(Date(timeIntervalSinceReferenceDate: random.pick(seconds)))
        case .binary: .data(random.pick(data))
        case .uuid: .uuid(random.pick(uuids))
        case .uri: random.pick(uris)
        case .transformable: .data(Data([1]))
        case .undefined, .composite, .objectID: .missing
        }
    }

    private static let seconds: [Double] = [-63_113_904_000, -1, -0.001, 0, 0.5, 1, 1_000.5, 86_400, 799_999_999.999]
    private static let data = [Data(), Data([0]), Data([0, 1]), Data([0xff]), Data(repeating: 7, count: 3_000)]
    private static let uuids = [0, 1, 2, 0x80, 0xff].map { number in
        UUID(uuid: (number, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    }
    private static let uris = ["https://a.example/", "https://a.example", "a:b", "mailto:ab@example.com"].compactMap {
        URL(string: $0).map(Value.uri)
    }

    private static func integer(_ numbers: [Int64], _ random: inout RandomSource) -> Value {
        .integer(random.pick(numbers))
    }

    private static let decimals = [
        "-1.5", "-1", "0", "0.1", "0.5", "1", "2", "3", "10", "0.10000000000000001", "1.05",
        "12345678901234567890.0123456789", "-12345678901234567890.0123456789",
        "0.0000000000000000000000000000000000001",
        "9007199254740993",
    ].compactMap { Decimal(string: $0) }

    private static func decimal(_ random: inout RandomSource) -> Decimal {
        random.chance(4) ? random.pick(decimals) : random.pick(Array(decimals.prefix(9)))
    }
}
