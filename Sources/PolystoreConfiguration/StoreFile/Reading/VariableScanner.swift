/// Expands the variables of one text: `${NAME}`, `${NAME:-default}` and `$$` for a dollar sign; any other dollar sign
/// stands for itself.
struct VariableScanner {
    /// How deep defaults may contain variables with defaults.
    private static let depthLimit = 8

    private let environment: [String: String]
    private var rest: Substring
    /// Whether a part of the result came from the environment.
    private(set) var usedEnvironment = false

    init(_ text: String, environment: [String: String]) {
        self.environment = environment
        rest = text[...]
    }

    /// The text with its variables replaced.
    mutating func expanded() throws(EnvironmentExpansion.Failure) -> String {
        try text(depth: 0, isUsed: true)
    }

    /// The text up to the end, or inside of a default up to the brace that closes it.
    ///
    /// - Parameters:
    ///   - depth: How many defaults are around it.
    ///   - isUsed: False for a default that is not needed: its variables need not be set.
    /// - Returns: The text with its variables replaced.
    /// - Throws: `Failure` for a variable that is not set, or not written rightly.
    private mutating func text(depth: Int, isUsed: Bool) throws(EnvironmentExpansion.Failure) -> String {
        var result = ""
        while let character = rest.first {
            if depth > 0, character == "}" { return result }
            rest.removeFirst()
            guard character == "$", let next = rest.first, next == "$" || next == "{" else {
                result.append(character)
                continue
            }
            rest.removeFirst()
            result += next == "$" ? "$" : try variable(depth: depth + 1, isUsed: isUsed)
        }
        if depth > 0 { throw .init(message: "'${' is not closed with '}'") }
        return result
    }

    /// The value of the variable whose opening brace was just read.
    private mutating func variable(depth: Int, isUsed: Bool) throws(EnvironmentExpansion.Failure) -> String {
        guard depth <= Self.depthLimit else {
            throw .init(message: "variables are nested more than \(Self.depthLimit) deep")
        }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        rest = rest[name.endIndex...]
        guard let first = name.first, !first.isNumber, rest.first == "}" || rest.hasPrefix(":-") else {
            throw .init(
                message: rest.contains("}")
                    ? "a variable is written ${NAME} or ${NAME:-default}, and a dollar sign $$"
                    : "'${' is not closed with '}'")
        }
        let value = environment[String(name)]
        guard rest.first == ":" else {
            rest.removeFirst()
            guard isUsed else { return "" }
            guard let value else {
                throw .init(
                    message: "environment variable \(name) is not set and has no default; "
                        + "write ${\(name):-\(name.lowercased())}")
            }
            usedEnvironment = true
            return value
        }
        rest.removeFirst(2)
        let isSet = value.map { !$0.isEmpty } ?? false
        let fallback = try text(depth: depth, isUsed: isUsed && !isSet)
        rest.removeFirst()
        guard isUsed, isSet, let value else { return fallback }
        usedEnvironment = true
        return value
    }
}
