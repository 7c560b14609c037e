extension ModelComparison {
    mutating func compareEntities() {
        var changesOfEntity: [(name: String, changes: [ModelChange])] = []
        // An entity that was added stands among those that both versions have, in the order of the names.
        func isConcerned(_ names: String...) -> Bool { rowsOf.map { !$0.isDisjoint(with: names) } ?? true }
        for (before, after) in entities.pairs where isConcerned(before.name, after.name) {
            compare(before, after)
            changesOfEntity.append((after.name, changes))
            changes = []
        }
        for entity in entities.added where isConcerned(entity.name) {
            add(.entity(entity.name), .added(entity.counts + entity.facts.said), concernsStores: true)
            changesOfEntity.append((entity.name, changes))
            changes = []
        }
        changes = changesOfEntity.sorted(byName: \.name).flatMap(\.changes)
        for entity in entities.removed where isConcerned(entity.name) {
            add(.entity(entity.name), .removed, concernsStores: true)
        }
        suggestRenames(
            entities.removed.filter { isConcerned($0.name) }.map { ($0.name, shape(references?.translate($0) ?? $0)) },
            entities.added.map { ($0.name, shape($0)) }, ModelPart.entity)
    }

    private mutating func compare(_ before: EntityDescription, _ after: EntityDescription) {
        let name = after.name
        if before.name != name { add(.entity(name), .renamed(from: before.name), concernsStores: true) }
        let before = references?.translate(before) ?? before
        compare(before.facts, after.facts, .entity(name))
        compareConstraints(before, after)
        let attributes = PartPairing(before.attributes, after.attributes)
        let relationships = PartPairing(before.relationships, after.relationships)
        let fetched = PartPairing(before.fetchedProperties, after.fetchedProperties)
        let firstChange = changes.count
        compareAttributes(attributes, concernStores: true) { .attribute($0, entity: name) }
        compareRelationships(relationships, of: name)
        compareFetchedProperties(fetched, of: name)
        joinKinds(of: name, from: firstChange)
        compareIndexes(PartPairing(before.indexes, after.indexes), of: name)
    }

    mutating func compareAttributes(
        _ attributes: PartPairing<AttributeDescription>, concernStores: Bool, _ part: (String) -> ModelPart
    ) {
        compare(attributes, facts: \.facts, concernStores: { _ in concernStores }, part)
        suggestRenames(
            attributes.removed.map { ($0.name, $0.facts.shape) }, attributes.added.map { ($0.name, $0.facts.shape) },
            part)
    }

    private mutating func compareRelationships(
        _ relationships: PartPairing<RelationshipDescription>, of entity: String
    ) {
        compare(relationships, facts: \.facts, concernStores: { _ in true }) { .relationship($0, entity: entity) }
        suggestRenames(
            relationships.removed.map { ($0.name, $0.facts.shape) },
            relationships.added.map { ($0.name, $0.facts.shape) }
        ) { .relationship($0, entity: entity) }
        guard rowsOf != nil else { return }
        for (before, after) in relationships.pairs {
            compare(
                before.consequences(oldNames), after.consequences(newNames),
                .relationship(after.name, entity: entity))
        }
    }

    private mutating func compareFetchedProperties(
        _ properties: PartPairing<FetchedPropertyDescription>, of entity: String
    ) {
        // It stores nothing, but its modifier enters the version hash together with its name.
        compare(properties, facts: \.facts, concernStores: { $0.versionHashModifier != nil }) {
            .fetchedProperty($0, entity: entity)
        }
    }

    private mutating func compareIndexes(_ indexes: PartPairing<FetchIndexDescription>, of entity: String) {
        compare(indexes, facts: \.facts, concernStores: { _ in false }) { .index($0, entity: entity) }
    }

    private mutating func compareConstraints(_ before: EntityDescription, _ after: EntityDescription) {
        func constraints(_ entity: EntityDescription) -> [[String]] {
            entity.uniquenessConstraints.map { $0.sorted(byName: \.self) }
                .sorted { $0.lexicographicallyPrecedes($1) { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
        }
        let (old, new) = (constraints(before), constraints(after))
        for change in new.difference(from: old) {
            switch change {
            case .insert(_, let names, _):
                add(.uniquenessConstraint(names, entity: after.name), .added([]), concernsStores: true)
            case .remove(_, let names, _):
                add(.uniquenessConstraint(names, entity: after.name), .removed, concernsStores: true)
            }
        }
    }

    /// Lists what became of parts of one kind.
    private mutating func compare<Part: RenamedPart>(
        _ parts: PartPairing<Part>, facts: (Part) -> [ModelFact], concernStores: (Part) -> Bool,
        _ part: (String) -> ModelPart
    ) {
        let old = Dictionary(parts.pairs.map { ($0.new.name, $0.old) }, uniquingKeysWith: { first, _ in first })
        for after in (parts.pairs.map(\.new) + parts.added).sorted(byName: \.name) {
            guard let before = old[after.name] else {
                add(part(after.name), .added(facts(after).said), concernsStores: concernStores(after))
                continue
            }
            let isStored = concernStores(before) || concernStores(after)
            if before.name != after.name {
                add(part(after.name), .renamed(from: before.name), concernsStores: isStored)
            }
            compare(facts(before), facts(after), part(after.name), concernStores: isStored)
        }
        for before in parts.removed { add(part(before.name), .removed, concernsStores: concernStores(before)) }
    }

    /// Makes one change of a property that is gone and of one that has its name and is of another kind.
    private mutating func joinKinds(of entity: String, from first: Int) {
        var removed: [String: ModelFactValue] = [:]
        for change in changes[first...] where change.kind == .removed {
            if let kind = change.part.propertyKind { removed[kind.name] = .word(kind.word) }
        }
        var joined: Set<String> = []
        for index in changes.indices[first...] {
            guard case .added = changes[index].kind, let kind = changes[index].part.propertyKind,
                let before = removed[kind.name]
            else { continue }
            joined.insert(kind.name)
            changes[index] = ModelChange(
                part: changes[index].part, kind: .changed(.propertyKind, from: before, to: .word(kind.word)),
                concernsStores: true)
        }
        let rest = changes[first...].filter { change in
            change.kind != .removed || !(change.part.propertyKind.map { joined.contains($0.name) } ?? false)
        }
        changes.replaceSubrange(first..., with: rest)
    }
}

extension ModelPart {
    /// The name of a property and what it is; nil for other parts.
    fileprivate var propertyKind: (name: String, word: String)? {
        switch self {
        case .attribute(let name, _): (name, "an attribute")
        case .relationship(let name, _): (name, "a relationship")
        case .fetchedProperty(let name, _): (name, "a fetched property")
        default: nil
        }
    }
}

extension [ModelFact] {
    /// The facts that say something.
    fileprivate var said: [ModelFact] { filter { $0.value != nil } }
}
