import PolystoreModel
import PolystoreStorage

extension StoreFileChecker {
    /// Which stores hold which entities; unknown names are reported.
    mutating func homes(_ model: ManagedObjectModel) -> EntityHomes {
        var homes = EntityHomes(model: model)
        for store in file.stores {
            let path = ["stores", store.name]
            if store.servesUnlistedEntities { addRest(store, to: &homes) }
            if store.configuration == nil, !store.servesUnlistedEntities, store.entities?.isEmpty ?? true {
                homesAreKnown = false
            }
            if let configuration = store.configuration {
                let path = path + ["configuration"]
                for entity in entities(ofConfiguration: configuration, at: path, model) {
                    homes.add(EntityListing(store: store, path: path), for: entity)
                }
            }
            for (index, name) in (store.entities ?? []).enumerated() {
                let path = path + ["entities", String(index)]
                guard let entity = model.entity(named: name) else {
                    reportUnknownEntity(name, "in store '\(store.name)'", at: path, model)
                    continue
                }
                homes.add(EntityListing(store: store, path: path), for: entity)
            }
        }
        if file.stores.isEmpty { homesAreKnown = false }
        return homes
    }

    private mutating func addRest(_ store: StoreFile.Store, to homes: inout EntityHomes) {
        let path = ["stores", store.name, "entities"]
        if let other = homes.rest?.store.name {
            report(
                .invalidValue,
                "store '\(store.name)' cannot serve all entities that are not listed: store '\(other)' "
                    + "(\(file.source.line(of: ["stores", other]))) does",
                at: path)
        } else {
            homes.rest = EntityListing(store: store, path: path)
        }
    }

    private mutating func entities(
        ofConfiguration name: String, at path: [String], _ model: ManagedObjectModel
    ) -> [ModelEntity] {
        if let entities = model.entities(inConfiguration: name) { return entities }
        let known = model.description.configurations.keys.sorted()
        let hint = hint(for: name, at: path, in: known)
        let rest =
            known.isEmpty
            ? "; the model has none" : hint.isEmpty ? "; known here: \(known.joined(separator: ", "))" : hint
        report(.unknownName, "unknown configuration \(file.source.quoted(name, at: path))\(rest)", at: path)
        homesAreKnown = false
        return []
    }

    /// Reports a name that is no entity of the model.
    mutating func reportUnknownEntity(
        _ name: String, _ context: String, at path: [String], _ model: ManagedObjectModel
    ) {
        let names = model.entities.map(\.name)
        if let meant = Suggestion.nearest(to: name, in: names) { meantEntities.insert(meant) }
        let shown = file.source.quoted(name, at: path)
        report(.unknownName, "unknown entity \(shown) \(context)\(hint(for: name, at: path, in: names))", at: path)
    }

    /// Checks that every concrete entity has a home, and that a rule decides between several.
    mutating func checkHomes(_ model: ManagedObjectModel, _ homes: EntityHomes) {
        var undecided: Set<String> = []
        for entity in model.entities where !entity.isAbstract {
            guard let listed = homes.listedAncestor(of: entity) else {
                if homes.rest == nil { reportHomeless(entity) }
                continue
            }
            let writable = homes.homes(of: entity).filter(\.isWritable)
            let hasRule = entity.lineage.contains { ancestor in
                file.partitions.contains { $0.entity == ancestor.name }
            }
            guard writable.count > 1, !hasRule, undecided.insert(listed.name).inserted else { continue }
            reportAmbiguous(listed, writable)
        }
    }

    private mutating func reportHomeless(_ entity: ModelEntity) {
        guard homesAreKnown, !entity.lineage.contains(where: { meantEntities.contains($0.name) }) else { return }
        var uses: [String] = []
        for store in file.stores {
            guard let configuration = store.configuration else { continue }
            let path = ["stores", store.name, "configuration"]
            uses.append(
                "configuration \(file.source.quoted(configuration, at: path)) "
                    + "(used by store '\(store.name)', \(file.source.line(of: path)))")
        }
        let rest = uses.isEmpty ? "" : ", or add it to \(uses.joined(separator: " or to "))"
        report(.noHome, "entity '\(entity.name)' has no home; list it in a store\(rest)")
    }

    private mutating func reportAmbiguous(_ entity: ModelEntity, _ homes: [EntityListing]) {
        let names = homes.map { "'\($0.store.name)' (\(file.source.line(of: ["stores", $0.store.name])))" }
        let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        report(
            .ambiguousHome,
            "entity '\(entity.name)' has \(count(names.count)) writable homes, \(list), and no rule; "
                + "add partitions.\(entity.name)",
            at: homes[1].path)
    }

    private func count(_ number: Int) -> String {
        let words = [2: "two", 3: "three", 4: "four", 5: "five", 6: "six"]
        return words[number] ?? String(number)
    }
}
