import PolystoreModel

extension ModelPlanner {
    /// Adds what belongs to no class: configurations, version identifiers, imports.
    mutating func addModel() {
        let generatedNames = Set(generated.map(\.name))
        for (name, entities) in model.configurations.sorted(byName: \.key) {
            let own = entities.filter(generatedNames.contains)
            plan.configurations.append((literal.text(name), literal.list(own)))
        }
        plan.versionIdentifiers = literal.list(model.versionIdentifiers)
        plan.imports = options.imports
    }
}
