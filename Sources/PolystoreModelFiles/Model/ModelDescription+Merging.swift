import PolystoreModel

extension ModelDescription {
    /// Makes one model of several, as a program does whose parts bring a model each.
    ///
    /// Entities, composites, configurations and fetch requests come together; what several models have under one name
    /// has to be the same in all, except that configurations take the entities of all.
    ///
    /// - Throws: `ModelError` that names everything that clashes, or everything that is wrong with the whole.
    public static func merging(_ models: [ModelDescription], name: String) throws(ModelError) -> ModelDescription {
        var result = ModelDescription(name: name)
        var problems: [ModelProblem] = []
        func add<Part: Hashable>(
            _ parts: [Part], to merged: inout [Part], _ what: String, of model: String, named: (Part) -> String
        ) {
            for part in parts {
                let known = merged.first { named($0) == named(part) }
                if known == nil {
                    merged.append(part)
                } else if known != part {
                    let message =
                        "\(what) '\(named(part))' of model '\(model)' is another one than that of a model before it"
                    problems.append(ModelProblem(.duplicateName, message, [.model: model]))
                }
            }
        }
        for model in models.map(ModelNameResolution.resolve) {
            add(model.entities, to: &result.entities, "entity", of: model.name, named: \.name)
            add(model.composites, to: &result.composites, "composite", of: model.name, named: \.name)
            for (configuration, members) in model.configurations.sorted(byName: \.key) {
                let known = result.configurations[configuration] ?? []
                result.configurations[configuration] = known + members.filter { !known.contains($0) }
            }
            for (request, description) in model.fetchRequestTemplates.sorted(byName: \.key) {
                if let known = result.fetchRequestTemplates[request], known != description {
                    let message =
                        "fetch request '\(request)' of model '\(model.name)' is another one than that of a model before it"
                    problems.append(ModelProblem(.duplicateName, message, [.model: model.name]))
                }
                result.fetchRequestTemplates[request] = description
            }
            for identifier in model.versionIdentifiers where !result.versionIdentifiers.contains(identifier) {
                result.versionIdentifiers.append(identifier)
            }
        }
        problems += result.problems.filter { !ToleratedProblem.isTolerated($0) }
        guard problems.isEmpty else { throw ModelError(model: name, problems: problems) }
        return result
    }
}
