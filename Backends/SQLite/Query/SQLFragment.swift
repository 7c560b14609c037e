/// A piece of SQL with the values of its parameters, in the order in which they stand.
///
/// Written as text with fragments, names and bound values inside: `"\(name) = \(bind: value)"`.
struct SQLFragment: Hashable, Sendable {
    var sql: String
    var values: [SQLValue] = []

    init(_ sql: String, _ values: [SQLValue] = []) {
        self.sql = sql
        self.values = values
    }

    static let yes = SQLFragment("1")
    static let no = SQLFragment("0")

    /// Parts between an operator, bracketed by halves so that long lists do not nest deeply.
    static func joined(_ parts: [SQLFragment], _ separator: String) -> SQLFragment {
        guard let first = parts.first else { return SQLFragment("") }
        if parts.count == 1 { return first }
        if parts.count <= 8 {
            let all = parts.dropFirst().reduce(first) { "\($0) \(separator) \($1)" }
            return "(\(all))"
        }
        let middle = parts.count / 2
        let (left, right) = (joined(Array(parts[..<middle]), separator), joined(Array(parts[middle...]), separator))
        return "(\(left) \(separator) \(right))"
    }

    /// True exactly where the fragment is not.
    var negated: SQLFragment { "(\(self)) IS NOT TRUE" }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { self.init(value) }

    init(stringInterpolation: Interpolation) { self.init(stringInterpolation.sql, stringInterpolation.values) }

    /// Collects the text and the values.
    struct Interpolation: StringInterpolationProtocol {
        var sql = ""
        var values: [SQLValue] = []

        init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { sql += literal }

        mutating func appendInterpolation(_ text: String) { sql += text }

        mutating func appendInterpolation(_ number: UInt8) { sql += String(number) }

        mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            values += fragment.values
        }

        mutating func appendInterpolation(bind value: SQLValue) {
            sql += "?"
            values.append(value)
        }
    }
}
