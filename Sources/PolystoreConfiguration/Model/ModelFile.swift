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
            let problem = ModelProblem(.invalidSyntax, error.message)
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

    /// Whether a problem of the model may only follow from a part of the file that could not be read.
    private static func isConsequence(_ problem: ModelProblem, of problems: [YAMLProblem]) -> Bool {
        problems.contains { !$0.path.isEmpty && problem.path.keys.starts(with: $0.path) }
    }
}
