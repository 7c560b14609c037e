/// A piece of SQL with the values of its parameters, in the order in which they stand.
///
/// Written as text with fragments, names and bound values inside: `"\(name) = \(bind: value)"`.
struct SQLFragment: Hashable, Sendable {
    var sql: String
    var values: [SQLValue] = []
    /// Whether computing it may end in an error: then it must not be computed where the evaluator would not.
    var canFail = false

    init(_ sql: String, _ values: [SQLValue] = [], canFail: Bool = false) {
        self.sql = sql
        self.values = values
        self.canFail = canFail
    }

    static let yes = SQLFragment("1")
    static let no = SQLFragment("0")

    /// Appends text.
    mutating func append(_ text: String) { sql += text }

    /// Appends another fragment.
    mutating func append(_ fragment: SQLFragment) {
        sql += fragment.sql
        if values.isEmpty { values = fragment.values } else { values += fragment.values }
        canFail = canFail || fragment.canFail
    }

    /// Parts between an operator, bracketed by halves so that long lists do not nest deeply.
    static func joined(_ parts: [SQLFragment], _ separator: String) -> SQLFragment {
        guard let first = parts.first else { return SQLFragment("") }
        if parts.count == 1 { return first }
        if parts.count <= 8 {
            // Every request passes here: the text grows in one place.
            var all = SQLFragment("(")
            all.sql.reserveCapacity(parts.reduce(2) { $0 + $1.sql.utf8.count + separator.utf8.count + 2 })
            all.append(first)
            for part in parts.dropFirst() {
                all.append(" ")
                all.append(separator)
                all.append(" ")
                all.append(part)
            }
            all.append(")")
            return all
        }
        let middle = parts.count / 2
        let (left, right) = (joined(Array(parts[..<middle]), separator), joined(Array(parts[middle...]), separator))
        return "(\(left) \(separator) \(right))"
    }

    /// Parts that must all hold.
    ///
    /// One that may fail is computed only where those before it hold, as the evaluator does it; the others stand alone
    /// too, so that an index can answer them.
    static func conjunction(_ parts: [SQLFragment]) -> SQLFragment {
        guard let last = parts.lastIndex(where: \.canFail), last > 0 else { return joined(parts, "AND") }
        let tests = parts[..<last].reduce("" as SQLFragment) { "\($0)WHEN \($1.negated) THEN 0 " }
        let guarded: SQLFragment = "CASE \(tests)ELSE \(parts[last]) END"
        return joined(parts.filter { !$0.canFail } + [guarded], "AND")
    }

    /// Parts of which one must hold; one that may fail is computed only where those before it do not.
    static func disjunction(_ parts: [SQLFragment]) -> SQLFragment {
        guard parts.dropFirst().contains(where: \.canFail), let last = parts.last else { return joined(parts, "OR") }
        let tests = parts.dropLast().reduce("" as SQLFragment) { "\($0)WHEN \($1) THEN 1 " }
        return "CASE \(tests)ELSE \(last) END"
    }

    /// Whether the engine's parser, which has a stack of a hundred places, can read the fragment in a statement.
    ///
    /// Estimated from above, by what its brackets take at most.
    var isReadable: Bool {
        // Nearly all fragments are too short to be deep.
        guard sql.utf8.count > 60 else { return true }
        var (stack, depth, deepest): ([Int], Int, Int) = ([], 0, 0)
        var previous = UInt8(ascii: " ")
        let text = Array(sql.utf8)
        for (index, byte) in text.enumerated() {
            let rest = text[index...]
            if byte == UInt8(ascii: "(") {
                let isCall = previous == UInt8(ascii: "_") || (97...122).contains(previous | 0x20)
                stack.append(rest.starts(with: "(SELECT".utf8) ? 11 : isCall ? 6 : 4)
                depth += stack.last ?? 0
            } else if byte == UInt8(ascii: "C"), rest.starts(with: "CASE ".utf8) {
                stack.append(6)
                depth += 6
            } else if byte == UInt8(ascii: ")") || (previous == UInt8(ascii: " ") && rest.starts(with: "END".utf8)) {
                depth -= stack.popLast() ?? 0
            }
            deepest = max(deepest, depth)
            previous = byte
        }
        return deepest <= 80
    }

    /// True exactly where the fragment is not.
    var negated: SQLFragment { "(\(self)) IS NOT TRUE" }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { self.init(value) }

    init(stringInterpolation: Interpolation) {
        self = stringInterpolation.fragment
    }

    /// Collects the text and the values.
    struct Interpolation: StringInterpolationProtocol {
        var fragment = SQLFragment("")

        init(literalCapacity: Int, interpolationCount: Int) { fragment.sql.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { fragment.append(literal) }

        mutating func appendInterpolation(_ text: String) { fragment.append(text) }

        mutating func appendInterpolation(_ number: UInt8) { fragment.append(String(number)) }

        mutating func appendInterpolation(_ fragment: SQLFragment) { self.fragment.append(fragment) }

        mutating func appendInterpolation(bind value: SQLValue) {
            fragment.append("?")
            fragment.values.append(value)
        }
    }
}
