import PolystoreModel

/// The words of the predicate language that are not names unless they are escaped.
enum FormatKeyword {
    static let reserved: Set<String> = [
        "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
        "MATCHES", "NULL", "NIL", "TRUE", "FALSE", "YES", "NO", "SELF", "TRUEPREDICATE", "FALSEPREDICATE", "INFINITY",
    ]

    static let quantifiers: [String: FetchComparison.Quantifier] = [
        "ANY": .any, "SOME": .any, "ALL": .all, "NONE": .noneOf,
    ]

    static let operators: [String: FetchComparison.Operator] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual, "BETWEEN": .between, "IN": .isIn,
        "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "LIKE": .like, "MATCHES": .matches,
    ]

    /// The words that mean something else than a function before a parenthesis.
    private static let calls: Set<String> = ["SUBQUERY", "TERNARY", "CAST", "FUNCTION", "FETCH"]

    /// Whether a name in front of a parenthesis is read as something of the language.
    static func isTaken(_ name: String) -> Bool {
        let word = name.uppercased()
        return reserved.contains(word) || calls.contains(word) || ["UNION", "INTERSECT", "MINUS"].contains(word)
    }

    /// Whether a name in front of a parenthesis is read as a call of the function of that name.
    static func isCallable(_ name: String) -> Bool {
        let isWord =
            name.unicodeScalars.first.map(isNameStart) ?? false
            && name.unicodeScalars.allSatisfy { isNamePart($0) || $0 == ":" }
        return isWord && !isTaken(name) && FormatLiteral(rawValue: name.lowercased()) == nil
    }

    /// Whether a text can be written as a name without quotes.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isNameStart(first) else { return false }
        return text.unicodeScalars.allSatisfy(isNamePart)
    }

    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isAlphabetic }

    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        isNameStart(scalar) || isDigit(scalar) || scalar.properties.canonicalCombiningClass != .notReordered
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
