/// Says in words how entities of two descriptions differ in what enters the version hash.
struct EntityComparison {
    let there: ModelNames
    let here: ModelNames

    /// The differences of some entities and of what they inherit, each once.
    func sentences(for entities: [String]) -> [String] {
        var result: [String] = []
        var compared: Set<String> = []
        for name in entities {
            // What an ancestor changed is said of the ancestor.
            let levels = there.lineage(of: name).map(\.name) + here.lineage(of: name).map(\.name)
            for level in levels + [name] where compared.insert(level).inserted { result += sentences(for: level) }
        }
        return result
    }

    private func sentences(for name: String) -> [String] {
        switch (there.entities[name], here.entities[name]) {
        case (let old?, let new?): compare(old, new)
        case (_?, nil): ["entity \(name) exists only there"]
        case (nil, _?): ["entity \(name) exists only here"]
        case (nil, nil): ["entity \(name) exists in neither model"]
        }
    }

    private func compare(_ old: EntityDescription, _ new: EntityDescription) -> [String] {
        var words = ModelWords(subject: new.name)
        words.compare("inherits from", old.superentityName ?? "nothing", new.superentityName ?? "nothing")
        words.compare("is", old.isAbstract ? "abstract" : "concrete", new.isAbstract ? "abstract" : "concrete")
        words.compare("has the uniqueness constraints", constraints(old), constraints(new))
        words.compareModifiers(old.versionHashModifier, new.versionHashModifier)
        var sentences = words.sentences
        let oldAttributes = Dictionary(old.attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let newAttributes = Dictionary(new.attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let oldRelationships = Dictionary(
            old.relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let newRelationships = Dictionary(
            new.relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let properties = Set(oldAttributes.keys).union(newAttributes.keys)
            .union(oldRelationships.keys).union(newRelationships.keys)
        for property in properties.sorted(byName: \.self) {
            let full = "\(new.name).\(property)"
            let oldKind = oldAttributes[property] == nil ? oldRelationships[property] == nil ? 0 : 2 : 1
            let newKind = newAttributes[property] == nil ? newRelationships[property] == nil ? 0 : 2 : 1
            if newKind == 0 {
                sentences.append("\(full) exists only there")
            } else if oldKind == 0 {
                sentences.append("\(full) exists only here")
            } else if let old = oldAttributes[property], let new = newAttributes[property] {
                sentences += compare(old, new, named: full)
            } else if let old = oldRelationships[property], let new = newRelationships[property] {
                sentences += compare(old, new, named: full)
            } else {
                let kinds = ["", "an attribute", "a relationship"]
                sentences.append("\(full) is \(kinds[oldKind]) there, \(kinds[newKind]) here")
            }
        }
        return sentences + compareFetchedProperties(old, new)
    }

    private func compareFetchedProperties(_ old: EntityDescription, _ new: EntityDescription) -> [String] {
        let names = Set((old.fetchedProperties + new.fetchedProperties).map(\.name)).sorted(byName: \.self)
        return names.flatMap { name in
            var words = ModelWords(subject: "\(new.name).\(name)")
            words.compareModifiers(
                old.fetchedProperties.first { $0.name == name }?.versionHashModifier,
                new.fetchedProperties.first { $0.name == name }?.versionHashModifier)
            return words.sentences
        }
    }

    private func constraints(_ entity: EntityDescription) -> String {
        let texts = entity.uniquenessConstraints.map { "(\($0.sorted(byName: \.self).joined(separator: ", ")))" }
        return texts.isEmpty ? "none" : texts.sorted(byName: \.self).joined(separator: " ")
    }

    private func compare(_ old: AttributeDescription, _ new: AttributeDescription, named name: String) -> [String] {
        var words = ModelWords(subject: name)
        words.compare("is", old.type.displayName, new.type.displayName)
        words.compare("is", old.isOptional ? "optional" : "required", new.isOptional ? "optional" : "required")
        words.compare("is", old.isTransient ? "transient" : "stored", new.isTransient ? "transient" : "stored")
        if VersionHash.hash(of: old.elementsOnly, there) != VersionHash.hash(of: new.elementsOnly, here) {
            words.add("has other composite elements there than here")
        }
        if old.derivation != new.derivation { words.add("is derived otherwise there than here") }
        words.compareModifiers(old.versionHashModifier, new.versionHashModifier)
        return words.sentences
    }

    private func compare(
        _ old: RelationshipDescription, _ new: RelationshipDescription, named name: String
    ) -> [String] {
        var words = ModelWords(subject: name)
        words.compare("leads to", there.destinationName(of: old), here.destinationName(of: new))
        words.compare("leads into the hierarchy of", there.destinationRoot(of: old), here.destinationRoot(of: new))
        words.compareShapes(old, new)
        words.compare("is", old.isOptional ? "optional" : "required", new.isOptional ? "optional" : "required")
        words.compare("needs at least", String(old.minimumCount), String(new.minimumCount))
        words.compare("takes at most", limit(old), limit(new))
        words.compare("has the inverse", old.inverseName ?? "none", new.inverseName ?? "none")
        words.compareModifiers(old.versionHashModifier, new.versionHashModifier)
        var sentences = words.sentences
        if let old = there.inverse(of: old)?.relationship, let new = here.inverse(of: new)?.relationship {
            var words = ModelWords(subject: "the inverse of \(name)")
            words.compareShapes(old, new)
            sentences += words.sentences
        }
        return sentences
    }

    private func limit(_ relationship: RelationshipDescription) -> String {
        relationship.maximumCount == 0 ? "any number" : String(relationship.maximumCount)
    }
}

extension AttributeDescription {
    /// The attribute reduced to its composite's elements.
    fileprivate var elementsOnly: AttributeDescription {
        var result = AttributeDescription(name: "", type: type == .composite ? .composite : .undefined)
        result.compositeName = compositeName
        return result
    }
}
