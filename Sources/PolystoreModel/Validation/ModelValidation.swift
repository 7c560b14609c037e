/// Finds everything that is wrong with a description whose names are resolved.
enum ModelValidation {
    /// The problems in the order of the model; empty for a model that can be used.
    static func problems(in description: ModelDescription) -> [ModelProblem] {
        var problems: [ModelProblem] = []
        let names = description.entities.map(\.name)
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            problems.append(.init(.duplicateName, "two entities are named '\(name)'", [.entity: name]))
        }
        return problems
    }
}
