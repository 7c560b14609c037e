import PolystoreModel

/// Compares two models part by part.
struct ModelComparison {
    private(set) var changes: [ModelChange] = []

    mutating func compare(_ old: ModelDescription, _ new: ModelDescription) {
        match(
            old.entities, new.entities, kind: "entity ", stored: true, name: \.name, renamed: \.renamingIdentifier,
            summary: { $0.summary }
        ) { comparison, subject, old, new in
            comparison.compare(old.facts, new.facts, subject)
            comparison.compareProperties(old, new)
        }
        match(
            old.composites, new.composites, kind: "composite ", stored: true, name: \.name, renamed: { _ in nil },
            summary: { "\($0.elements.count) elements" }
        ) { comparison, _, old, new in
            comparison.compareAttributes(old.elements, new.elements, of: new.name)
        }
        compareNamed(old.configurations, new.configurations, kind: "configuration", stored: false) { names in
            names.sorted(byName: \.self).joined(separator: ", ")
        }
        compareNamed(old.fetchRequestTemplates, new.fetchRequestTemplates, kind: "fetch request", stored: false) {
            $0.summary
        }
        compare(
            [ModelFact("version identifier", ModelFact.list(old.versionIdentifiers))],
            [ModelFact("version identifier", ModelFact.list(new.versionIdentifiers))], "model")
    }

    private mutating func compareProperties(_ old: EntityDescription, _ new: EntityDescription) {
        compareAttributes(old.attributes, new.attributes, of: new.name)
        match(
            old.relationships, new.relationships, kind: "\(new.name).", stored: true, name: \.name,
            renamed: \.renamingIdentifier, summary: { $0.summary }
        ) { $0.compare($2.facts, $3.facts, $1) }
        match(
            old.fetchedProperties, new.fetchedProperties, kind: "\(new.name).", stored: false, name: \.name,
            renamed: \.renamingIdentifier, summary: { "fetched property, \($0.request.summary)" }
        ) { $0.compare($2.facts, $3.facts, $1) }
        let indexes = [old, new].map { entity in
            Dictionary(entity.indexes.map { ($0.name, $0.summary) }, uniquingKeysWith: { first, _ in first })
        }
        compareNamed(indexes[0], indexes[1], kind: "\(new.name), index", stored: false, summary: \.self)
    }

    private mutating func compareAttributes(
        _ old: [AttributeDescription], _ new: [AttributeDescription], of owner: String
    ) {
        match(
            old, new, kind: "\(owner).", stored: true, name: \.name, renamed: \.renamingIdentifier,
            summary: { $0.summary }
        ) { $0.compare($2.facts, $3.facts, $1) }
    }

    /// Compares the facts of one subject.
    mutating func compare(_ old: [ModelFact], _ new: [ModelFact], _ subject: String) {
        for (old, new) in zip(old, new) {
            if let sentence = old.sentence(to: new) {
                changes.append(ModelChange(subject: subject, sentence: sentence, concernsStores: old.concernsStores))
            }
        }
    }

    /// Finds what is new, what is gone and what has another name, and compares what is in both.
    private mutating func match<Part>(
        _ old: [Part], _ new: [Part], kind: String, stored: Bool, name: (Part) -> String,
        renamed: (Part) -> String?, summary: (Part) -> String,
        both: (inout ModelComparison, String, Part, Part) -> Void
    ) {
        var rest = old
        for part in new.sorted(byName: name) {
            let subject = kind + name(part)
            let identifier = renamed(part) ?? name(part)
            let index =
                rest.firstIndex { name($0) == name(part) }
                ?? rest.firstIndex { before in
                    let other = renamed(before) ?? name(before)
                    // One that keeps its own name in the new model is not the one that was renamed.
                    return other == identifier && !new.contains { name($0) == name(before) }
                }
            guard let index else {
                changes.append(
                    ModelChange(subject: subject, sentence: "is new: \(summary(part))", concernsStores: stored))
                continue
            }
            let before = rest.remove(at: index)
            if name(before) != name(part) {
                changes.append(
                    ModelChange(
                        subject: subject, sentence: "was called \(name(before))", concernsStores: stored))
            }
            both(&self, subject, before, part)
        }
        for part in rest.sorted(byName: name) {
            changes.append(ModelChange(subject: kind + name(part), sentence: "is gone", concernsStores: stored))
        }
    }

    private mutating func compareNamed<Part>(
        _ old: [String: Part], _ new: [String: Part], kind: String, stored: Bool, summary: (Part) -> String
    ) {
        for name in Set(old.keys).union(new.keys).sorted(byName: \.self) {
            let sentence: String? =
                switch (old[name].map(summary), new[name].map(summary)) {
                case (nil, let new?): "is new: \(new)"
                case (_?, nil): "is gone"
                case (let old?, let new?) where old != new: "was \(old), is \(new)"
                default: nil
                }
            if let sentence {
                changes.append(ModelChange(subject: "\(kind) \(name)", sentence: sentence, concernsStores: stored))
            }
        }
    }
}
