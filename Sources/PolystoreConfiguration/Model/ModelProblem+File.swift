import PolystoreModel

extension ModelProblem {
    /// A problem of a file's text as a problem of the model.
    init(_ problem: YAMLProblem, file: String) {
        let code: Code =
            switch problem.kind {
            case .syntax: .invalidSyntax
            case .unknownKey: .unknownKey
            case .invalidValue: .invalidValue
            case .unsupportedFormat: .unsupportedFormat
            }
        self = ModelProblem(code, problem.message, at: ModelPath(problem.path)).placed(at: problem.place, file: file)
    }

    /// The problem with file, line and column in its details.
    func placed(at place: TextPlace?, file: String) -> ModelProblem {
        var details = details
        details[.file] = file
        details[.line] = place.map { String($0.line) }
        details[.column] = place.map { String($0.column) }
        return ModelProblem(code, message, details, at: path)
    }
}
