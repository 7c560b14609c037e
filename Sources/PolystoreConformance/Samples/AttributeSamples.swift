import Foundation
import PolystoreStorage

/// Values of one attribute type by ascending order, written by hand after the contract of values.
///
/// Numbers ascend as numbers, text and URIs by their UTF-8 bytes, bytes and UUIDs byte by byte, dates by time, false
/// before true.
struct AttributeSamples: Sendable {
    let type: AttributeType
    /// Ascending, no two equal.
    let values: [Value]

    /// The types whose values queries compare.
    static let comparable: [AttributeSamples] = AttributeType.allCases.compactMap(samples)

    /// The name of the entity that has samples of the type.
    var entity: String { "Of" + type.rawValue.prefix(1).uppercased() + type.rawValue.dropFirst() }

    /// Whether values can be sorted by.
    var isSortable: Bool { type != .binary }

    private static func samples(_ type: AttributeType) -> AttributeSamples? {
        values(type).map { AttributeSamples(type: type, values: $0) }
    }

    /// The samples; nil for types whose values have no order.
    private static func values(_ type: AttributeType) -> [Value]? {
        switch type {
        case .integer16: integers([-32_768, -256, -1, 0, 1, 255, 32_767])
        case .integer32: integers([-2_147_483_648, -65_536, -1, 0, 1, 65_535, 2_147_483_647])
        case .integer64:
            integers([
                .min, .min + 1, -9_007_199_254_740_993, -1, 0, 1, 9_007_199_254_740_992, 9_007_199_254_740_993, .max,
            ])
        case .decimal:
            [
                "-12345678901234567890.0123456789", "-1.5", "-0.1", "-0.0000000000000000000000000000000000001", "0",
                "0.1", "0.10000000000000001", "1", "12345678901234567890.0123456789",
                "12345678901234567890.01234567891",
            ].map { .decimal(decimal($0)) }
        case .double:
            [
                -Double.infinity, -Double.greatestFiniteMagnitude, -1.5, -Double.leastNonzeroMagnitude, 0,
                Double.leastNonzeroMagnitude, 0.1, 0.1.nextUp, 9_007_199_254_740_992, Double.greatestFiniteMagnitude,
                Double.infinity,
            ].map(Value.double)
        case .float:
            [
                -Float.infinity, -Float.greatestFiniteMagnitude, -1.5, -Float.leastNonzeroMagnitude, 0,
                Float.leastNonzeroMagnitude, 0.1, Float(0.1).nextUp, 16_777_216, Float.greatestFiniteMagnitude,
                Float.infinity,
            ].map { .double(Double($0)) }
        case .string: texts.map(Value.string)
        case .boolean: [.boolean(false), .boolean(true)]
        case .date:
            [-63_113_904_000, -1, -0.001, 0, 0.001, 1, 12_345.678, 799_999_999.999_999, 252_423_993_599].map {
                .date(Date(timeIntervalSinceReferenceDate: $0))
            }
        case .binary:
            [[], [0], [0, 0], [0, 1], [1], [1, 0], [0x7f], [0x80], [0xff], [0xff, 0xff]].map { .data(Data($0)) }
        case .uuid:
            [
                "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
                "00000000-0000-0001-0000-000000000000", "7FFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF",
                "80000000-0000-4000-8000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
            ].compactMap { UUID(uuidString: $0).map(Value.uuid) }
        case .uri:
            [
                "HTTPS://example.com/", "a:b", "file:///tmp/a", "file:///tmp/a%20b", "https://example.com",
                "https://example.com/", "https://example.com/?q=1#f", "mailto:ada@example.com", "relative/path",
            ].compactMap { URL(string: $0).map(Value.uri) }
        case .undefined, .transformable, .composite, .objectID: nil
        }
    }

    /// Text by ascending UTF-8 bytes.
    static let texts = [
        "", "\0", "\0a", " ", "A", "AB", "Z", "a", "a\0", "a\0b", "aB", "ab", "e\u{301}", "z", "\u{7f}", "\u{80}", "ß",
        "é", "İ", "ı", "Ω", "ﬁ", "\u{ffff}", "😀", "\u{10ffff}",
    ]

    private static func integers(_ values: [Int64]) -> [Value] { values.map(Value.integer) }

    private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .zero }
}
