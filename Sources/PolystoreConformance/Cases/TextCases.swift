import PolystoreCore
import PolystoreStorage

/// Operators on text with every option, on texts with NUL, expanding letters and combining marks.
enum TextCases {
    typealias Options = FetchComparison.Options

    /// Operator, pattern, options, and the texts that are found: written by hand.
    struct Row: Sendable {
        let comparator: FetchComparison.Operator
        let pattern: String
        let options: Options
        let found: [String]

        init(
            _ comparator: FetchComparison.Operator, _ pattern: String, _ options: Options = [], _ found: [String]
        ) {
            self.comparator = comparator
            self.pattern = pattern
            self.options = options
            self.found = found
        }
    }

    static let texts = [
        "", "straße", "STRASSE", "Strasse", "a\0b", "a", "A", "a%b_c", "a*b", "İstanbul", "istanbul", "ISTANBUL",
        "cafe\u{301}", "café", "CAFÉ", "cafe", "x\u{301}\u{327}", "x", "ﬁn", "fin", "line\nbreak", "日本語", "😀",
        "ab\\c", "O'Neil \"x\"",
    ]

    static let rows: [Row] = equality + parts + patterns + expressions

    private static let both: Options = [.caseInsensitive, .diacriticInsensitive]
    private static let streets = ["straße", "STRASSE", "Strasse"]
    private static let cafes = ["cafe\u{301}", "café", "CAFÉ", "cafe"]

    private static let equality: [Row] = [
        Row(.equal, "a", [], ["a"]), Row(.equal, "a", .caseInsensitive, ["a", "A"]),
        Row(.equal, "strasse", .caseInsensitive, streets), Row(.equal, "STRASSE", [], ["STRASSE"]),
        Row(.equal, "café", [], ["café"]), Row(.equal, "cafe\u{301}", [], ["cafe\u{301}"]),
        Row(.equal, "cafe", .diacriticInsensitive, ["cafe\u{301}", "café", "cafe"]),
        Row(.equal, "CAFE", both, cafes), Row(.equal, "CAFÉ", .caseInsensitive, ["café", "CAFÉ"]),
        Row(.equal, "x", .diacriticInsensitive, ["x\u{301}\u{327}", "x"]), Row(.equal, "a\0b", [], ["a\0b"]),
        Row(.equal, "A\0B", .caseInsensitive, ["a\0b"]), Row(.equal, "", [], [""]),
        Row(.equal, "", both, [""]), Row(.equal, "istanbul", .caseInsensitive, ["istanbul", "ISTANBUL"]),
        Row(.equal, "istanbul", both, ["İstanbul", "istanbul", "ISTANBUL"]),
        Row(.equal, "i\u{307}stanbul", .caseInsensitive, ["İstanbul"]),
        Row(.equal, "FIN", .caseInsensitive, ["ﬁn", "fin"]), Row(.equal, "a", .normalized, ["a"]),
        Row(.equal, "O'Neil \"x\"", [], ["O'Neil \"x\""]),
    ]

    private static let parts: [Row] = [
        Row(.contains, "ss", [], ["Strasse"]), Row(.contains, "ss", .caseInsensitive, streets),
        Row(.contains, "ß", .caseInsensitive, streets), Row(.contains, "\0", [], ["a\0b"]),
        Row(.contains, "\0B", .caseInsensitive, ["a\0b"]), Row(.contains, "%", [], ["a%b_c"]),
        Row(.contains, "_", [], ["a%b_c"]), Row(.contains, "*", [], ["a*b"]), Row(.contains, "本", [], ["日本語"]),
        Row(.contains, "😀", [], ["😀"]), Row(.contains, "FE", both, cafes), Row(.contains, "\n", [], ["line\nbreak"]),
        Row(.contains, "\\", [], ["ab\\c"]), Row(.contains, "'", [], ["O'Neil \"x\""]),
        Row(.beginsWith, "stra", [], ["straße"]), Row(.beginsWith, "STRA", .caseInsensitive, streets),
        Row(.beginsWith, "strass", .caseInsensitive, streets),
        Row(.beginsWith, "caf", [], ["cafe\u{301}", "café", "cafe"]),
        Row(.beginsWith, "cafe", [], ["cafe\u{301}", "cafe"]),
        Row(.beginsWith, "CAFE", both, cafes), Row(.beginsWith, "a\0", [], ["a\0b"]),
        Row(.beginsWith, "fi", .caseInsensitive, ["ﬁn", "fin"]),
        Row(.endsWith, "SSE", .caseInsensitive, streets), Row(.endsWith, "ße", [], ["straße"]),
        Row(.endsWith, "\0b", [], ["a\0b"]), Row(.endsWith, "e", [], ["straße", "Strasse", "cafe"]),
        Row(.endsWith, "é", [], ["café"]), Row(.endsWith, "E", both, streets + cafes),
        Row(.endsWith, "\u{301}", [], ["cafe\u{301}"]), Row(.endsWith, "語", [], ["日本語"]),
    ]

    private static let patterns: [Row] = [
        Row(.like, "*", [], texts), Row(.like, "", [], [""]), Row(.like, "?", [], ["a", "A", "x", "😀"]),
        Row(.like, "a*b", [], ["a\0b", "a*b"]), Row(.like, "a\\*b", [], ["a*b"]),
        Row(.like, "a?b", [], ["a\0b", "a*b"]),
        Row(.like, "a%b_c", [], ["a%b_c"]), Row(.like, "*ss*", .caseInsensitive, streets),
        Row(.like, "caf?", [], ["café", "cafe"]), Row(.like, "caf?", both, cafes),
        Row(.like, "STRA??E", .caseInsensitive, streets),
        Row(.like, "???", [], ["a\0b", "a*b", "x\u{301}\u{327}", "fin", "日本語"]),
        Row(.like, "*\0*", [], ["a\0b"]), Row(.like, "line*", [], ["line\nbreak"]),
    ]

    private static let expressions: [Row] = [
        Row(.matches, "a", [], ["a"]), Row(.matches, "[aA]", [], ["a", "A"]), Row(.matches, "stra.*", [], ["straße"]),
        Row(.matches, "STRA.*", .caseInsensitive, streets), Row(.matches, "", [], [""]),
        Row(.matches, "日..", [], ["日本語"]), Row(.matches, "a.b", [], ["a\0b", "a*b"]),
    ]

    static func add(to list: inout CaseList) {
        for row in rows {
            for negated in [false, true] {
                list.add(.fetch, sentence(row, negated), covers: [.comparison(row.comparator)]) { bench in
                    let context = bench.context(try container(bench))
                    let predicate = FetchPredicate.compare("name", row.comparator, .string(row.pattern), row.options)
                    // Compared by bytes: to Swift the two spellings of é are one text.
                    let bytes = Set(row.found.map { Array($0.utf8) })
                    let expected = texts.filter { bytes.contains(Array($0.utf8)) != negated }
                    let found = try context.find(
                        "Word", negated ? .not(predicate) : predicate, by: [SortKey(["number"])])
                    try expect(
                        try found.map { Array((try $0.text() ?? "nil").utf8) },
                        is: expected.map { Array($0.utf8) } + (negated ? [Array("nil".utf8)] : []))
                }
            }
        }
    }

    /// The shared words, and one row without a text.
    static func container(_ bench: ConformanceFixture) throws -> PersistentContainer {
        let model = ModelDescription.of(
            .named("Word", [.required("number", .integer64), .optional("name", .string)]))
        return try bench.shared("words", model) { context in
            for (number, text) in texts.enumerated() {
                try context.add("Word", ["number": .integer(Int64(number)), "name": .string(text)])
            }
            try context.add("Word", ["number": .integer(Int64(texts.count))])
        }
    }

    private static func sentence(_ row: Row, _ negated: Bool) -> String {
        var optionLetters = ""
        if row.options.contains(.caseInsensitive) { optionLetters += "c" }
        if row.options.contains(.diacriticInsensitive) { optionLetters += "d" }
        if row.options.contains(.normalized) { optionLetters += "n" }
        let option = optionLetters.isEmpty ? "" : "[\(optionLetters)]"
        let letters = row.pattern.unicodeScalars.map {
            $0.properties.isDiacritic ? $0.escaped(asASCII: true) : String($0)
        }
        let pattern = letters.joined().debugDescription
        let found = "\(row.comparator.text)\(option) \(pattern) finds the \(row.found.count) right texts"
        return negated
            ? "NOT text " + found.replacing("finds the", with: "finds all but the") + " and the missing one"
            : "text \(found)"
    }
}
