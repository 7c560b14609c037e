/// Compares two versions of a model, whose names are resolved, part by part.
struct ModelComparison {
    let old: ModelDescription
    let new: ModelDescription
    let oldNames: ModelNames
    let newNames: ModelNames
    let entities: PartPairing<EntityDescription>
    /// What the old version says of other parts in the names of the new one; nil where names are compared as they are.
    let references: RenamedReferences?
    /// The entities, with their ancestors, of which is compared what rows depend on; nil for everything.
    let rowsOf: Set<String>?
    /// The composites of which rows hold elements.
    let storedComposites: Set<String>
    var changes: [ModelChange] = []
    var suggestedRenames: [SuggestedRename] = []

    /// Compares everything, or what the rows of some entities depend on.
    init(_ old: ModelDescription, _ new: ModelDescription, rowsOf names: [String]? = nil) {
        (self.old, self.new) = (old, new)
        (oldNames, newNames) = (ModelNames(old), ModelNames(new))
        entities = PartPairing(old.entities, new.entities)
        references = names == nil ? RenamedReferences(oldNames, entities) : nil
        let (before, after) = (oldNames, newNames)
        rowsOf = names.map { names in
            names.reduce(into: Set(names)) { result, name in
                result.formUnion((before.lineage(of: name) + after.lineage(of: name)).map(\.name))
            }
        }
        let concerned = rowsOf
        storedComposites = [(old, oldNames), (new, newNames)].reduce(into: []) { result, version in
            for entity in version.0.entities where concerned?.contains(entity.name) ?? true {
                version.1.addComposites(of: entity.attributes, to: &result)
            }
        }
    }

    mutating func compare() {
        compareEntities()
        compareComposites()
        guard rowsOf == nil else { return }
        compareNamed(
            old.configurations.mapValues { names in names.map { references?.entity($0) ?? $0 } }, new.configurations,
            ModelPart.configuration
        ) { [ModelFact(.members, .names(Set($0).sorted(byName: \.self)))] }
        compareNamed(
            old.fetchRequestTemplates.mapValues { references?.translate($0) ?? $0 }, new.fetchRequestTemplates,
            ModelPart.fetchRequest
        ) { [ModelFact(.request, .request($0))] }
        compare(versionIdentifiers(old), versionIdentifiers(new), .model)
    }

    private func versionIdentifiers(_ model: ModelDescription) -> [ModelFact] {
        let identifiers = model.versionIdentifiers
        return [ModelFact(.versionIdentifiers, identifiers.isEmpty ? nil : .names(identifiers))]
    }

    private mutating func compareComposites() {
        let composites = PartPairing(old.composites, new.composites)
        func isStored(_ composite: CompositeDescription) -> Bool { storedComposites.contains(composite.name) }
        for (before, after) in composites.pairs {
            compareAttributes(
                PartPairing(before.elements, after.elements), concernStores: isStored(after)
            ) { .element($0, composite: after.name) }
        }
        for composite in composites.added {
            let facts: [ModelFact] = [.number(.elementCount, composite.elements.count)]
            add(.composite(composite.name), .added(facts), concernsStores: isStored(composite))
        }
        for composite in composites.removed {
            add(.composite(composite.name), .removed, concernsStores: isStored(composite))
        }
    }

    private mutating func compareNamed<Part>(
        _ old: [String: Part], _ new: [String: Part], _ part: (String) -> ModelPart, _ facts: (Part) -> [ModelFact]
    ) {
        for name in Set(old.keys).union(new.keys).sorted(byName: \.self) {
            switch (old[name].map(facts), new[name].map(facts)) {
            case (let before?, let after?): compare(before, after, part(name))
            case (nil, let after?): add(part(name), .added(after), concernsStores: false)
            case (_?, nil): add(part(name), .removed, concernsStores: false)
            case (nil, nil): break
            }
        }
    }

    /// Lists what two versions say of one part otherwise; both say the same aspects, or less of them.
    mutating func compare(
        _ before: [ModelFact], _ after: [ModelFact], _ part: ModelPart, concernStores: Bool = true
    ) {
        let values = Dictionary(before.map { ($0.aspect, $0.value) }, uniquingKeysWith: { first, _ in first })
        for fact in after {
            // What one of the versions has no place for changed with what has the place.
            guard let value = values[fact.aspect], value != fact.value else { continue }
            // One value of an attribute whose type changed is the same value.
            if case .value(let old, _) = value, case .value(old, _) = fact.value { continue }
            add(
                part, .changed(fact.aspect, from: value, to: fact.value),
                concernsStores: concernStores && fact.aspect.concernsStores)
        }
    }

    /// Lists a change, unless rows that do not depend on it are compared.
    mutating func add(_ part: ModelPart, _ kind: ModelChange.Kind, concernsStores: Bool) {
        guard rowsOf == nil || concernsStores else { return }
        changes.append(ModelChange(part: part, kind: kind, concernsStores: concernsStores))
    }
}

extension ModelNames {
    /// Adds the names of the composites that attributes hold, at any depth.
    fileprivate func addComposites(of attributes: [AttributeDescription], to result: inout Set<String>) {
        for attribute in attributes where attribute.type == .composite {
            guard let name = attribute.compositeName, result.insert(name).inserted else { continue }
            addComposites(of: composites[name]?.elements ?? [], to: &result)
        }
    }
}
