import PolystoreModel

/// Compares the tables of a store with those that a model wants in Core Data's layout.
///
/// What is compared: entities and parents; for each table its columns, with the numbers that tell apart properties of one
/// name, the columns for the entity of an object and for its place in an order; and the tables between two entities.
struct TableComparison {
    private let model: ModelDescription
    private let names: ModelNames
    private let store: StoreEvidence
    /// The store's entities in the order of their names.
    private let entities: [EntityDescription]

    init(_ model: ModelDescription, _ store: StoreEvidence) {
        self.model = ModelNameResolution.resolve(model)
        names = ModelNames(self.model)
        self.store = store
        entities = self.model.entities.filter { store.entities.contains($0.name) }.sorted(byName: \.name)
    }

    /// Whether the store has what the model wants and nothing else.
    var isSame: Bool {
        guard !entities.isEmpty, entities.count == store.entities.count,
            entities.allSatisfy({ store.parents[$0.name, default: $0.superentityName] == $0.superentityName })
        else { return false }
        var wanted: [String: Set<String>] = [:]
        for root in entities where root.superentityName == nil {
            wanted["Z" + root.name.uppercased()] = columns(ofHierarchy: root.name)
        }
        let found = store.columns.filter { Self.isEntityTable($0.key) }.mapValues { columns in
            Set(columns.compactMap(Self.known))
        }
        return found == wanted && joins()
    }

    /// The columns of a table that all entities of a hierarchy share.
    private func columns(ofHierarchy root: String) -> Set<String> {
        var result: Set<String> = []
        func add(_ name: String) {
            var (free, number) = (name, 1)
            while !result.insert(free).inserted {
                free = name + String(number)
                number += 1
            }
        }
        for entity in entities where names.lineage(of: entity.name).first?.name == root {
            for attribute in entity.attributes where !attribute.isTransient {
                for leaf in leaves(of: attribute) { add("Z" + leaf.uppercased()) }
            }
            for relationship in entity.relationships where !relationship.isTransient && !relationship.isToMany {
                let name = relationship.name.uppercased()
                add("Z" + name)
                if hasSubentities(names.destinationName(of: relationship)) { add("Z#_" + name) }
                if inverse(of: relationship)?.isOrdered == true { add("Z_FOK_" + name) }
            }
        }
        // Without an inverse the many keep whose they are, in a column that no property of theirs stands for.
        for entity in entities {
            for relationship in entity.relationships
            where relationship.isToMany && !relationship.isTransient && inverse(of: relationship) == nil
                && names.destinationRoot(of: relationship) == root
            { add("Z#" + relationship.name.uppercased()) }
        }
        return result
    }

    /// The names of the columns of an attribute; none for what is not stored.
    private func leaves(of attribute: AttributeDescription, depth: Int = 0) -> [String] {
        switch attribute.type {
        case .objectID, .undefined: return []
        case .composite:
            let elements = names.composites[attribute.compositeName ?? ""]?.elements ?? []
            return depth < 16 ? elements.flatMap { leaves(of: $0, depth: depth + 1) } : []
        default: return [attribute.name]
        }
    }

    private func hasSubentities(_ name: String) -> Bool { model.entities.contains { $0.superentityName == name } }

    private func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        relationship.inverseName.flatMap {
            names.relationship($0, of: names.destinationName(of: relationship))
        }
    }

    /// Whether there is a table between two entities for each relationship with many on both sides, and no other.
    private func joins() -> Bool {
        var left = store.columns.keys.compactMap(Self.join)
        var seen: Set<Set<String>> = []
        for entity in entities {
            for relationship in entity.relationships where relationship.isToMany && !relationship.isTransient {
                let inverse = inverse(of: relationship)
                guard let inverse, inverse.isToMany else { continue }
                let destination = names.destinationName(of: relationship)
                let sides: Set = ["\(entity.name).\(relationship.name)", "\(destination).\(inverse.name)"]
                guard seen.insert(sides).inserted else { continue }
                let names = [relationship.name.uppercased(), inverse.name.uppercased()]
                guard let table = left.firstIndex(where: names.contains) else { return false }
                left.remove(at: table)
            }
        }
        return left.isEmpty
    }

    /// Whether a table holds rows of entities: history, bookkeeping and tables between two entities do not.
    private static func isEntityTable(_ name: String) -> Bool {
        name.hasPrefix("Z") && !name.hasPrefix("Z_")
    }

    /// The relationship that a table between two entities is named for; nil for other tables.
    private static func join(_ table: String) -> String? {
        guard table.hasPrefix("Z_") else { return nil }
        let rest = table.dropFirst(2).drop(while: \.isNumber)
        return rest.count < table.count - 2 && !rest.isEmpty ? String(rest) : nil
    }

    /// A column as the model tells it: without the number of an entity; nil for what every table has.
    private static func known(_ column: String) -> String? {
        if ["Z_PK", "Z_ENT", "Z_OPT"].contains(column) { return nil }
        // No name of a property begins with a digit, so this is the number of an entity.
        let number = column.dropFirst().prefix(while: \.isNumber)
        return number.isEmpty ? column : "Z#" + column.dropFirst(1 + number.count)
    }
}
