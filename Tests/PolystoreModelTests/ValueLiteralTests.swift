import PolystoreRandom
import Foundation
import PolystoreModel
import Testing

@Suite("Values as text")
struct ValueLiteralTests {
    @Test(
        "texts are read by the attribute's type",
        arguments: [
            ("7", .integer16, .integer(7)), ("-32768", .integer16, .integer(-32_768)), ("32768", .integer16, nil),
            ("1.0", .integer32, nil), ("9223372036854775807", .integer64, .integer(.max)), (" 1", .integer64, nil),
            ("0.1", .double, .double(0.1)), ("-0", .double, .double(0)), ("nan", .double, nil),
            ("inf", .double, .double(.infinity)), ("0.1", .float, .double(Double(Float(0.1)))),
            ("12.50", .decimal, .decimal(Decimal(string: "12.5") ?? 0)), ("12x", .decimal, nil), (".5", .decimal, nil),
            ("1e3", .decimal, .decimal(1_000)), ("123456789012345678901234567890123456789", .decimal, nil),
            ("No", .string, .string("No")), ("", .string, .string("")), ("true", .boolean, .boolean(true)),
            ("yes", .boolean, nil), ("AAH/", .binary, .data(Data([0, 1, 255]))), ("A", .binary, nil),
            ("not a uuid", .uuid, nil), ("a b", .uri, nil), ("x", .objectID, nil), ("x", .composite, nil),
        ] as [(String, AttributeType, Value?)])
    func reads(_ text: String, _ type: AttributeType, _ value: Value?) {
        #expect(ValueLiteral.value(of: text, type: type) == value)
    }

    @Test(
        "dates are ISO 8601 in UTC or seconds",
        arguments: [
            ("2001-01-01", 0), ("2001-01-01T00:00:01Z", 1), ("2000-12-31T23:59:59.500Z", -0.5),
            ("1970-01-01T00:00:00Z", -978_307_200), ("2024-02-29T12:00:00Z", 730_900_800), ("2023-02-29", nil),
            ("2001-13-01", nil), ("2001-01-01T24:00:00Z", nil), ("2001-01-01T00:00:00", nil), ("12.25", 12.25),
            ("0001-01-01", -63_113_904_000), ("yesterday", nil), ("1900-02-29", nil), ("2000-02-29", -26_524_800),
        ] as [(String, Double?)])
    func dates(_ text: String, _ seconds: Double?) {
        let expected = seconds.map { Value.date(Date(timeIntervalSinceReferenceDate: $0)) }
        #expect(ValueLiteral.value(of: text, type: .date) == expected)
    }

    @Test("every date comes back exactly")
    func dateRoundTrip() {
        var random = RandomSource()
        for _ in 0..<2_000 {
            let seconds = [
                Double(Int.random(in: -70_000_000_000...300_000_000_000, using: &random)),
                Double.random(in: -1e11...1e11, using: &random),
                Double(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)) / 1_000,
            ]
            for seconds in seconds {
                let value = Value.date(Date(timeIntervalSinceReferenceDate: seconds))
                let text = ValueLiteral.text(of: value, type: .date)
                #expect(text.flatMap { ValueLiteral.value(of: $0, type: .date) } == value)
            }
        }
    }

    @Test("a value of another type has no text")
    func otherType() {
        #expect(ValueLiteral.text(of: .string("1"), type: .integer16) == nil)
        #expect(ValueLiteral.text(of: .missing, type: .string) == nil)
        #expect(ValueLiteral.text(of: .integer(70_000), type: .integer16) == nil)
    }
}
