import PolystoreModel

/// Model files: a model as YAML, or as JSON with the same keys.
public enum ModelFile {
    /// The version of the format that is written; the value of the key `polystoreModel`.
    public static let formatVersion = ModelDescription.formatVersion

    /// Reads and checks the model file at a path.
    ///
    /// - Throws: `ModelError` with every problem of the file and of the model at once, each with line and column.
    public static func read(path: String) throws(ModelError) -> ModelDescription {
        let text: String
        do throws(TextFile.Failure) {
            text = try TextFile.text(atPath: path)
        } catch {
            let problem = ModelProblem(error.isMissing ? .unreadable : .invalidSyntax, error.message)
            throw ModelError(model: path, problems: [problem.placed(at: error.place, file: path)])
        }
        return try read(text: text, file: path)
    }

    /// Reads and checks the text of a model file.
    ///
    /// - Parameters:
    ///   - text: The text, YAML or JSON.
    ///   - name: The name that messages show.
    /// - Returns: The model as the file says it.
    /// - Throws: `ModelError` with every problem of the file and of the model at once, each with line and column.
    public static func read(text: String, file name: String) throws(ModelError) -> ModelDescription {
        let file = YAMLFile(name: name)
        let description = YAMLText.root(of: text, in: file).flatMap { ModelFileReader(file: file).model($0) }
        var problems = file.problems.map { problem in
            (place: problem.place, problem: ModelProblem(problem, file: name))
        }
        if let description {
            for problem in description.problems where !isConsequence(problem, of: file.problems) {
                let place = file.place(of: problem.path.keys)
                problems.append((place, problem.placed(at: place, file: name)))
            }
        }
        guard problems.isEmpty, let description else {
            let sorted = problems.enumerated().sorted {
                let places = ($0.element.place, $1.element.place)
                guard let left = places.0, let right = places.1, left != right else {
                    return (places.0 == nil ? 0 : 1, $0.offset) < (places.1 == nil ? 0 : 1, $1.offset)
                }
                return left < right
            }
            throw ModelError(model: description?.name ?? name, problems: sorted.map(\.element.problem))
        }
        return description
    }

    /// The text of a model file that reads back as the description.
    ///
    /// - Throws: `ModelError` when a default value refers to an object that belongs to no store.
    public static func text(of model: ModelDescription) throws(ModelError) -> String {
        try ModelFileWriter().text(of: model)
    }

    /// Whether a problem of the model may only follow from a part of the file that could not be read.
    private static func isConsequence(_ problem: ModelProblem, of problems: [YAMLProblem]) -> Bool {
        let missing: [ModelProblem.Code] = [.unknownName, .inverseMismatch, .empty]
        return problems.contains { cause in
            guard !cause.path.isEmpty, problem.path.keys.starts(with: cause.path) else { return false }
            // A key that is not understood leaves something out; everything else is as the file says.
            return cause.kind != .unknownKey || missing.contains(problem.code)
        }
    }
}
