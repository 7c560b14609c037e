extension ModelValidation {
    /// Names of entities: identifiers, each once, and not only different in case, because tables and files bear them.
    mutating func checkEntityNames() {
        var seen: [String: String] = [:]
        for entity in description.entities {
            let path: ModelPath = ["entities", entity.name]
            if let fault = NameRule.fault(ofIdentifier: entity.name) {
                report(.invalidName, "the name of entity '\(entity.name)' \(fault)", at: path, [.entity: entity.name])
            }
            let folded = NameRule.uppercased(entity.name)
            if let other = seen[folded] {
                let message =
                    other == entity.name
                    ? "two entities are named '\(entity.name)'"
                    : "the entities '\(other)' and '\(entity.name)' differ in case only"
                report(.duplicateName, message, at: path, [.entity: entity.name])
            } else {
                seen[folded] = entity.name
            }
        }
    }

    /// The parent is in the model, and no entity is its own ancestor.
    mutating func checkParent(of entity: EntityDescription) {
        if let parent = entity.superclassName {
            let classes = description.entities.compactMap(\.className)
            let hint = Suggestion.hint(for: parent, in: classes)
            report(
                .unknownName, "no entity of the model has the class '\(parent)', the parent of '\(entity.name)'\(hint)",
                at: ["entities", entity.name, "parentClass"], [.entity: entity.name])
        }
        guard let parent = entity.superentityName else { return }
        let path: ModelPath = ["entities", entity.name, "parent"]
        guard names.entities[parent] != nil else {
            reportUnknown(
                "the parent '\(parent)' of entity '\(entity.name)'", parent, among: names.entities.keys, at: path,
                [.entity: entity.name])
            return
        }
        var chain = [entity.name]
        var next: String? = parent
        while let name = next, let ancestor = names.entities[name] {
            if name == entity.name {
                let circle = (chain + [name]).joined(separator: " → ")
                report(
                    .inheritanceCycle, "entity '\(entity.name)' inherits from itself: \(circle)", at: path,
                    [.entity: entity.name])
                return
            }
            // A circle further up is reported at the entities in it.
            guard !chain.contains(name) else { return }
            chain.append(name)
            next = ancestor.superentityName
        }
    }

    /// Configurations: names that can be shown, and entities of the model, each once.
    mutating func checkConfigurations() {
        for (name, members) in description.configurations.sorted(byName: \.key) {
            let path: ModelPath = ["configurations", name]
            if let fault = NameRule.fault(ofLabel: name) {
                report(.invalidName, "a configuration's name \(fault)", at: path, [.configuration: name])
            }
            var seen: Set<String> = []
            for (index, member) in members.enumerated() {
                let path = path / String(index)
                if names.entities[member] == nil {
                    reportUnknown(
                        "entity '\(member)' of configuration '\(name)'", member, among: names.entities.keys, at: path,
                        [.configuration: name])
                }
                if !seen.insert(member).inserted {
                    let message = "entity '\(member)' stands twice in configuration '\(name)'"
                    report(.duplicateName, message, at: path, [.entity: member, .configuration: name])
                }
            }
        }
    }
}
