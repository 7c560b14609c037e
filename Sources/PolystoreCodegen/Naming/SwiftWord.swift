import PolystoreModel

/// Which texts are names in Swift, and how those are written that are words of the language.
enum SwiftWord {
    /// Words that are names only between backticks.
    private static let keywords: Set<String> = [
        "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import",
        "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "static", "struct", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while", "Any",
    ]

    /// Words that are no names even between backticks, or mean something else then.
    private static let refused: Set<String> = ["Protocol", "Self", "Type", "_", "init", "self", "subscript"]

    /// A name as Swift wants it written.
    static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Whether a text can be the name of a type or a member, if need be between backticks.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return text.unicodeScalars.allSatisfy(\.properties.isXIDContinue) && !refused.contains(text)
    }

    /// Whether a text can name a module or a type in a module.
    static func isQualifiedName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return !parts.isEmpty && parts.allSatisfy(isName)
    }

    /// A name made of any text: other characters than those of names become underscores.
    static func name(from text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            result.unicodeScalars.append(scalar.properties.isXIDContinue ? scalar : "_")
        }
        guard let first = result.unicodeScalars.first else { return "_unnamed" }
        if first != "_", !first.properties.isXIDStart { result = "_" + result }
        return isName(result) ? result : result + "_"
    }

    /// The name that the token of a property wants: the property's, unless `ManagedObject` or Swift has it for itself.
    static func token(_ property: String) -> String {
        ReservedPropertyNames.all.contains(property) || !isName(property) ? name(from: property + "_") : property
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text with its first letters in lower case: `UUID` is `uuid`, `URLText` is `urlText`, `Name` is `name`.
    var loweredFirst: String {
        let upper = prefix { $0.isUppercase }
        if upper.count == count || upper.count <= 1 { return upper.lowercased() + dropFirst(upper.count) }
        return upper.dropLast().lowercased() + dropFirst(upper.count - 1)
    }
}
