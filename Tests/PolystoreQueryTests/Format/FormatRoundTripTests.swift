import PolystoreRandom
import Foundation
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("Predicates as text")
struct FormatRoundTripTests {
    /// The same predicate without lists of fewer than two parts, which text has no form for.
    private func normalized(_ predicate: FetchPredicate) -> FetchPredicate {
        switch predicate {
        case .constant, .comparison: return predicate
        case .not(let part): return .not(normalized(part))
        case .and(let parts):
            let parts = parts.map(normalized)
            return parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .and(parts)
        case .or(let parts):
            let parts = parts.map(normalized)
            return parts.isEmpty ? .constant(false) : parts.count == 1 ? parts[0] : .or(parts)
        }
    }

    @Test("a predicate reads back from its text as the same")
    func roundTrip() throws {
        var random = RandomPredicates(random: RandomSource())
        let world = try random.world()
        for _ in 0..<2_000 {
            let predicate = random.predicate(depth: 4, world)
            let text = predicate.formatText
            try #require(try FetchPredicate(format: text) == normalized(predicate), "\(text)")
        }
    }

    @Test("values at the edges of their types read back as the same")
    func edges() throws {
        let values: [Value] = [
            .integer(.min), .integer(.max), .double(0), .double(.leastNonzeroMagnitude),
            .double(-1.7976931348623157e308),
            .double(.infinity), .double(0.1),
            .decimal(Decimal(string: "-0.00000000000000000000000000000000000001") ?? 0),
            .decimal(5), .decimal(Decimal(sign: .plus, exponent: 127, significand: 1)),
            .decimal(Decimal(sign: .minus, exponent: -128, significand: 7)),
            .decimal(Decimal(string: "12345678901234567890123456789012345678") ?? 0),
            .string(""), .string("\u{0}\u{7f}\"'\\\n\r\t\u{1F600}e\u{301}"),
            .date(Date(timeIntervalSinceReferenceDate: 0)),
            .date(Date(timeIntervalSinceReferenceDate: -63_114_076_800)),
            .date(Date(timeIntervalSinceReferenceDate: 1e15)),
            .date(Date(timeIntervalSinceReferenceDate: 0.1)), .date(Date(timeIntervalSinceReferenceDate: -1e-9)),
            .data(Data()), .data(Data([0, 255])), .uuid(UUID()), .missing, .boolean(true),
        ]
        for value in values {
            let predicate = FetchPredicate.comparison(FetchComparison(.keyPath(["x"]), .equal, .constant(value)))
            #expect(try FetchPredicate(format: predicate.formatText) == predicate, "\(predicate.formatText)")
        }
        for names in [["in"], ["SELF"], ["a b"], ["`"], ["1"], [""], ["x", "and"], ["x", "@count"], ["é"]] {
            let predicate = FetchPredicate.comparison(FetchComparison(.keyPath(names), .equal, .constant(.missing)))
            #expect(try FetchPredicate(format: predicate.formatText) == predicate, "\(predicate.formatText)")
        }
    }

    @Test("dates read back from their text")
    func dates() throws {
        var random = RandomSource()
        // From the first second of the year 1 to the last of the year 9999.
        let writable: ClosedRange<Int64> = -63_113_904_000...252_423_993_599
        for bound in [writable.lowerBound, writable.upperBound] {
            let date = Date(timeIntervalSinceReferenceDate: Double(bound))
            #expect(DateText.text(date).flatMap(DateText.date) == date)
        }
        for beyond in [writable.lowerBound - 1, writable.upperBound + 1] {
            #expect(DateText.text(Date(timeIntervalSinceReferenceDate: Double(beyond))) == nil)
        }
        for _ in 0..<2_000 {
            let seconds = Double(Int64.random(in: writable, using: &random))
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let text = try #require(DateText.text(date))
            try #require(DateText.date(text) == date, "\(text)")
        }
        #expect(DateText.text(Date(timeIntervalSinceReferenceDate: 0)) == "2001-01-01T00:00:00Z")
        #expect(DateText.text(Date(timeIntervalSince1970: 951_782_400.25)) == "2000-02-29T00:00:00.25Z")
        for text in [
            "2001-02-29", "2001-13-01", "2001-1-1", "2001-01-01T00:00:00", "0000-01-01", "2001-01-01T24:00:00Z",
        ] {
            #expect(DateText.date(text) == nil)
        }
    }

    @Test("no text traps: random bytes, and random tokens, are read or refused")
    func noise() throws {
        var random = RandomSource()
        let words = [
            "age", "(", ")", "{", "}", ",", "AND", "OR", "NOT", "!", "ANY", "ALL", "IN", "BETWEEN", "==", "<", "[c]",
            "[",
            "'x'", "\"", "'", "\\", "1", "1.5", "-", "1e5", "e", ".", "@count", "@", "%@", "%K", "%", "$x", "$", "#",
            "`",
            "SELF", "nil", "TRUEPREDICATE", "date(", "uuid(", "LIKE", " ", "\u{301}", "é", "INFINITY", "\u{0}", "&&",
            "|",
        ]
        var readCount = 0
        for round in 0..<4_000 {
            var text = ""
            if round % 3 == 0 {
                // A text that can be read, with a word somewhere in it: often it still can.
                let whole = Array("age BETWEEN {1, 5} AND NOT (name LIKE[c] 'x' OR SELF == nil)")
                let place = Int.random(in: 0...whole.count, using: &random)
                text = String(whole[..<place]) + words[Int.random(in: 0..<words.count, using: &random)]
                text += String(whole[place...])
            } else if round % 3 == 1 {
                let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                text = String(decoding: bytes, as: UTF8.self)
            } else {
                for _ in 0..<Int.random(in: 0..<16, using: &random) {
                    text +=
                        words[Int.random(in: 0..<words.count, using: &random)]
                        + (Bool.random(using: &random) ? " " : "")
                }
            }
            do {
                let predicate = try FetchPredicate(format: text)
                readCount += 1
                try #require(try FetchPredicate(format: predicate.formatText) == predicate, "\(text)")
            } catch let error as QueryError {
                if error.details[.offset] != nil { #expect(error.excerpt(of: text) != nil) }
            }
        }
        #expect(readCount > 0)
    }
}
