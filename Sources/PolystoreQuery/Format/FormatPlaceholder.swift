import PolystoreModel

/// The type of a placeholder; the raw value is the letter that stands for all of its kind.
enum FormatPlaceholder: Character {
    case value = "@"
    case keyPath = "K"
    case integer = "d"
    case number = "f"
    case text = "s"

    init?(_ letter: Unicode.Scalar) {
        switch letter {
        case "@": self = .value
        case "K": self = .keyPath
        case "d", "D", "i", "u", "U", "x", "X", "o", "O": self = .integer
        case "f", "F", "e", "E", "g", "G", "a", "A": self = .number
        case "s", "S", "c", "C": self = .text
        default: return nil
        }
    }

    /// Whether an argument may stand for the placeholder.
    func takes(_ argument: FetchExpression) -> Bool {
        guard case .constant(let value, _) = argument else { return self == .value }
        return switch (self, value) {
        case (.value, _), (.integer, .integer), (.integer, .boolean), (.number, .integer), (.number, .double),
            (.number, .decimal), (.text, .string):
            true
        default: false
        }
    }

    /// The kind of argument that must be given.
    var expectation: String {
        switch self {
        case .value: "a value for %@"
        case .keyPath: "a key path for %K"
        case .integer: "an integer for %d"
        case .number: "a number for %f"
        case .text: "text for %s"
        }
    }
}
