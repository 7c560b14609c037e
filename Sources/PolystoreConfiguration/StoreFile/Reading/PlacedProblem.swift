/// A problem of a store file with its place, before it is put into words with the file's name.
struct PlacedProblem {
    let code: ConfigurationProblem.Code
    let message: String
    /// Where in the text; nil for the file as a whole.
    let place: TextPlace?
    /// A finished problem of another file, shown instead.
    let other: ConfigurationProblem?

    init(_ code: ConfigurationProblem.Code, _ message: String, _ place: TextPlace?) {
        self.code = code
        self.message = message
        self.place = place
        other = nil
    }

    init(_ other: ConfigurationProblem) {
        code = other.code
        message = other.message
        place = nil
        self.other = other
    }

    init(_ problem: YAMLProblem) {
        let code: ConfigurationProblem.Code =
            switch problem.kind {
            case .syntax: .invalidSyntax
            case .unknownKey: .unknownKey
            case .invalidValue: .invalidValue
            case .unsupportedFormat: .unsupportedFormat
            }
        self.init(code, problem.message, problem.place)
    }

    /// The problem with its file, line and column.
    func problem(in file: String) -> ConfigurationProblem {
        other ?? ConfigurationProblem(code, message, file: file, place: place)
    }
}
