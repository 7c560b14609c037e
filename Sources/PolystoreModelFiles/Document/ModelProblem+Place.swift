import PolystoreModel

extension ModelProblem {
    /// The problem with file, line and column in its details.
    func placed(at place: DocumentPlace?, file: String) -> ModelProblem {
        var details = details
        details[.file] = file
        if let place, place.isKnown {
            details[.line] = String(place.line)
            details[.column] = String(place.column)
        }
        return ModelProblem(code, message, details, at: path)
    }
}
