import PolystoreModel

/// Derives the tables of a store from a model and the numbers of its entities.
struct SchemaBuilder {
    private let model: ManagedObjectModel
    private let numbers: [String: Int]
    private var tableNames = NameSet(Self.metadataTables)
    private var indexNames = NameSet()

    /// Core Data's tables beside those of entities, and ours.
    static let metadataTables = [
        "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ZX_METADATA", "ZX_WATERMARK", "ZX_LAYOUT", "ZX_PEER",
    ]

    private init(_ model: ManagedObjectModel, _ numbers: [String: Int]) {
        self.model = model
        self.numbers = numbers
    }

    /// The tables for the hierarchies of the served entities and for the joins that are kept.
    static func build(
        _ model: ManagedObjectModel, numbers: [String: Int], served: [ModelEntity], joins: [ModelJoin]
    ) -> StoreSchema {
        var builder = SchemaBuilder(model, numbers)
        let servedRoots = Set(served.map(\.rootNumber.rawValue))
        var tables: [TableSchema] = []
        var indexes: [IndexSchema] = []
        // Every hierarchy claims its name, served or not, so that names do not depend on what is served.
        for root in model.roots.sorted(byNumber: { builder.number($0) }) {
            let name = builder.tableNames.claim("Z" + SQLName.uppercased(root.name))
            let table = builder.table(root, name)
            let tableIndexes = builder.indexes(root, table, name)
            guard servedRoots.contains(root.rootNumber.rawValue) else { continue }
            tables.append(table)
            indexes += tableIndexes
        }
        let kept = Set(joins)
        let joinTables = model.joins.map { builder.join($0) }.filter { kept.contains($0.join) }
        return StoreSchema(model: model, numbers: numbers, tables: tables, joins: joinTables, indexes: indexes)
    }

    private func number(_ entity: ModelEntity) -> Int { numbers[entity.name] ?? 0 }

    private func table(_ root: ModelEntity, _ name: String) -> TableSchema {
        let family = root.family.sorted(byNumber: number)
        var columnNames = NameSet(["Z_PK", "Z_ENT", "Z_OPT", "ZX_SEAL"])
        var grouped: [[[StoredColumn]]] = Array(repeating: [], count: ColumnClass.allCases.count)
        var columnsByEntity: [String: [PropertyKey: StoredColumn]] = [:]
        for entity in family {
            var own = ownColumns(entity)
            for index in own.indices { own[index] = named(own[index], &columnNames) }
            for (position, columnClass) in ColumnClass.allCases.enumerated() {
                grouped[position].append(own.filter { ColumnClass($0.kind) == columnClass })
            }
            let inherited = entity.superentity.flatMap { columnsByEntity[$0.name] } ?? [:]
            columnsByEntity[entity.name] = inherited.merging(own.map { ($0.key, $0) }) { _, own in own }
        }
        return TableSchema(
            root: root.rootNumber, rootName: root.name, table: SQLName.quoted(name),
            numbers: Dictionary(uniqueKeysWithValues: family.map { ($0.name, number($0)) }),
            columns: grouped.flatMap { $0.flatMap(\.self) }, columnsByEntity: columnsByEntity)
    }

    /// The columns of an entity's own properties, by class and name; names are still those of the properties.
    private func ownColumns(_ entity: ModelEntity) -> [StoredColumn] {
        var columns: [StoredColumn] = []
        for element in entity.ownAttributes.flatMap(\.storedElements) {
            columns.append(
                StoredColumn(
                    name: element.key.name.replacing(".", with: "_"), key: element.key, kind: element.kind,
                    isExternal: element.allowsExternalStorage && element.kind.mayBeDeferred))
        }
        for relationship in entity.ownRelationships where relationship.form == .reference {
            columns.append(
                StoredColumn(
                    name: relationship.name, key: relationship.key, kind: .reference,
                    destination: relationship.destination.name))
            if relationship.keepsInverseOrder, let inverse = relationship.inverse {
                columns.append(StoredColumn(name: relationship.name, key: inverse.orderKey, kind: .orderKey))
            }
        }
        return columns.sorted { left, right in
            let (leftRank, rightRank) = (ColumnClass.rank(left.kind), ColumnClass.rank(right.kind))
            if leftRank != rightRank { return leftRank < rightRank }
            let (leftName, rightName) = (SQLName.uppercased(left.name), SQLName.uppercased(right.name))
            if leftName != rightName { return leftName.utf8.lexicographicallyPrecedes(rightName.utf8) }
            return false
        }
    }

    private func named(_ column: StoredColumn, _ names: inout NameSet) -> StoredColumn {
        let base = SQLName.uppercased(column.name)
        if column.kind == .orderKey {
            return StoredColumn(name: names.claim("Z_FOK_" + base), key: column.key, kind: .orderKey)
        }
        let name = names.claim("Z" + base)
        var result = StoredColumn(name: name, key: column.key, kind: column.kind, isExternal: column.isExternal)
        let own = "ZX_" + name.dropFirst()
        switch column.kind {
        case .decimal, .binary, .transformable: result.companion = names.claim(own)
        case .reference, .objectReference: result.companion = names.claim(own + "_PEER")
        default: break
        }
        if let destination = column.destination.flatMap(model.entity(named:)) {
            result.destination = destination.name
            if !destination.subentities.isEmpty {
                result.entityColumn = names.claim("Z\(number(destination.root))_\(base)")
            }
        }
        return result
    }

    private mutating func indexes(_ root: ModelEntity, _ table: TableSchema, _ name: String) -> [IndexSchema] {
        var result: [IndexSchema] = []
        func add(
            _ name: String, _ elements: [IndexSchema.Element], condition: String? = nil, isImplicit: Bool = false
        ) {
            guard !elements.isEmpty else { return }
            result.append(
                IndexSchema(
                    name: indexNames.claim(name), table: table.table, elements: elements, condition: condition,
                    isImplicit: isImplicit))
        }
        if root.family.count > 1 { add("\(name)_Z_ENT_INDEX", [.init(column: "Z_ENT")], isImplicit: true) }
        for column in table.columns where column.kind == .reference {
            add("\(name)_\(column.name)_INDEX", [.init(column: column.name)], isImplicit: true)
        }
        if let condition = table.editedCondition {
            add("ZX_\(name)_EDITED", [.init(column: "ZX_SEAL")], condition: condition)
        }
        for entity in root.family {
            for index in entity.description.indexes {
                let elements = index.elements.compactMap { element in
                    table.column(PropertyKey(element.property), of: entity.name).map {
                        IndexSchema.Element(column: $0.comparedColumn, isAscending: element.isAscending)
                    }
                }
                add("Z_\(entity.name)_\(index.name)", elements)
            }
            for names in entity.description.uniquenessConstraints {
                let elements = names.flatMap { name in
                    table.column(PropertyKey(name), of: entity.name).map { column in
                        column.uniqueColumns.map { IndexSchema.Element(column: $0) }
                    } ?? []
                }
                add("Z_\(entity.name)_UNIQUE_\(names.joined(separator: "_"))", elements)
            }
        }
        return result
    }

    private mutating func join(_ join: ModelJoin) -> JoinSchema {
        let forward = join.forward
        let sourceNumber = number(forward.entity)
        let targetNumber = number(forward.destination)
        let forwardName = SQLName.uppercased(forward.name)
        let isTurned = join.backward.map { isNamed(by: $0, insteadOf: forward) } ?? false
        let naming = isTurned ? join.backward ?? forward : forward
        let table = tableNames.claim("Z_\(number(naming.entity))\(SQLName.uppercased(naming.name))")
        var columns = NameSet()
        let source: String
        let target: String
        if join.isReflexive {
            source = columns.claim("Z_\(targetNumber)\(forwardName)")
            target = columns.claim("REFLEXIVE")
        } else {
            let backwardName = join.backward?.name ?? forward.entity.name
            source = columns.claim("Z_\(sourceNumber)\(SQLName.uppercased(backwardName))")
            target = columns.claim("Z_\(targetNumber)\(forwardName)")
        }
        let sourceOrder = (join.backward?.isOrdered ?? false) ? columns.claim("Z_FOK_" + source.trimmedOrderName) : nil
        let targetOrder = forward.isOrdered ? columns.claim("Z_FOK_" + target.trimmedOrderName) : nil
        return JoinSchema(
            join: join, table: SQLName.quoted(table), source: source, sourcePeer: columns.claim("ZX_SOURCE_PEER"),
            target: target, targetPeer: columns.claim("ZX_TARGET_PEER"), targetOrder: targetOrder,
            sourceOrder: sourceOrder, isTurned: isTurned,
            index: indexNames.claim("\(table)_\(isTurned ? source : target)_INDEX"))
    }

    /// Whether a join's table has the name of one of its sides and not of the other: of the entity with the smaller
    /// number; between two relationships of one entity, of the one whose name comes last.
    private func isNamed(by side: ModelRelationship, insteadOf other: ModelRelationship) -> Bool {
        let (sideNumber, otherNumber) = (number(side.entity), number(other.entity))
        if sideNumber != otherNumber { return sideNumber < otherNumber }
        return other.name.utf8.lexicographicallyPrecedes(side.name.utf8)
    }
}

extension String {
    /// `4TAGS` of a join's column `Z_4TAGS`.
    fileprivate var trimmedOrderName: String { hasPrefix("Z_") ? String(dropFirst(2)) : self }
}
