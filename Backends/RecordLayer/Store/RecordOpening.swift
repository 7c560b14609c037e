import Foundation
import PolystoreModel
import PolystoreStorage

/// Opening a store: reads or makes what it keeps about itself, gives numbers, and builds indexes that are new.
enum RecordOpening {
    /// What opening finds out.
    struct Opened {
        var metadata: StoreMetadata
        var catalog: RecordCatalog
    }

    static func open<Engine: OrderedEngine>(
        _ engine: Engine, _ opening: StoreOpening
    ) throws(StoreError) -> Opened {
        try checkLimits(engine.limits, opening)
        let snapshot = try engine.snapshot()
        let (stored, storedRecord) = try snapshot.reading { () throws(StoreError) in
            (
                try Self.metadata(snapshot, opening.name),
                try decode(RecordCatalogRecord.self, snapshot, MetadataKey.catalog, opening.name)
            )
        }
        if stored == nil, opening.access == .readOnly || !opening.creates {
            throw StoreError(.missing, [.store: opening.name])
        }
        var metadata = stored ?? StoreMetadata(identifier: UUID(), model: opening.model.description)
        try checkIdentity(&metadata, opening)
        if stored != nil { try checkModel(metadata, opening) }
        let isReadOnly = opening.access == .readOnly

        addLayouts(&metadata, opening)
        var numbers = storedRecord ?? RecordCatalogRecord()
        for layout in metadata.layouts { _ = RecordCatalogRecord.number(of: layout.root, in: &numbers.roots) }
        for join in opening.placement.joins { _ = RecordCatalogRecord.number(of: join.name, in: &numbers.joins) }
        var definitions: [IndexDefinition] = []
        for var definition in IndexDefinition.all(opening) {
            // A reader cannot build what is not there.
            if isReadOnly, !numbers.indexes.contains(where: { $0.name == definition.signature }) { continue }
            definition.number = RecordCatalogRecord.number(
                of: definition.signature, in: &numbers.indexes, atLeast: numbers.lastRetiredIndex)
            definitions.append(definition)
        }
        let live = Set(definitions.map(\.signature))
        let retired: [RecordCatalogRecord.Entry] = isReadOnly ? [] : numbers.indexes.filter { !live.contains($0.name) }
        numbers.indexes.removeAll { entry in retired.contains(entry) }
        numbers.lastRetiredIndex = max(numbers.lastRetiredIndex, retired.map { $0.number }.max() ?? 0)

        if !opening.homes.isEmpty { metadata.homes = opening.homes }
        metadata.model = opening.model.description
        for entity in opening.entities {
            metadata.entityHashes[entity.name] = entity.versionHashText
        }
        let catalog = makeCatalog(metadata, numbers, definitions, opening)
        guard !isReadOnly, stored != metadata || storedRecord != numbers else {
            return Opened(metadata: metadata, catalog: catalog)
        }
        let known = Set((storedRecord?.indexes ?? []).map(\.number))
        let fresh = definitions.filter { !known.contains($0.number) }
        try write(engine, metadata, numbers, catalog, retired: retired.map(\.number), fresh: stored == nil ? [] : fresh)
        return Opened(metadata: metadata, catalog: catalog)
    }

    /// The longest key that is made, with room for more in later formats.
    static let longestKey = 440

    private static func checkLimits(_ limits: EngineLimits, _ opening: StoreOpening) throws(StoreError) {
        guard limits.maximumKeyLength >= longestKey else {
            throw StoreError(
                .unsupported,
                [
                    .store: opening.name, .reason: "the engine's keys are too short",
                    .expected: "\(longestKey) bytes", .found: "\(limits.maximumKeyLength)",
                ])
        }
    }

    private static func checkIdentity(_ metadata: inout StoreMetadata, _ opening: StoreOpening) throws(StoreError) {
        guard opening.openIdentifiers.contains(metadata.identifier) else { return }
        guard opening.opensAsCopy, opening.access == .readWrite else {
            throw StoreError(.duplicateIdentifier, [.store: opening.name, .found: metadata.identifier.uuidString])
        }
        metadata.identifier = UUID()
    }

    /// - Throws: `incompatibleModel` saying in words what differs.
    private static func checkModel(_ metadata: StoreMetadata, _ opening: StoreOpening) throws(StoreError) {
        let isSame = metadata.entityHashes.allSatisfy { name, hash in
            opening.model.entity(named: name)?.versionHashText == hash
        }
        guard !isSame else { return }
        let difference = ModelDifference(
            stored: metadata.model, current: opening.model, entities: Array(metadata.entityHashes.keys))
        throw StoreError(
            .incompatibleModel,
            [
                .store: opening.name, .entity: difference.differingEntities.joined(separator: ", "),
                .reason: difference.description,
            ])
    }

    /// Gives a layout to each served entity whose newest one lays rows out otherwise.
    private static func addLayouts(_ metadata: inout StoreMetadata, _ opening: StoreOpening) {
        for entity in opening.entities {
            let newest = metadata.layouts.last { $0.entity == entity.name }
            let entityNumber = newest?.entityNumber ?? (metadata.layouts.map(\.entityNumber).max() ?? 0) + 1
            let descriptor = RowLayoutDescriptor(
                entity, number: (metadata.layouts.map(\.number).max() ?? 0) + 1, entityNumber: entityNumber,
                isKept: { !opening.placement.omittedReferences.contains($0) },
                mayLeaveStore: { opening.placement.leavingReferences.contains($0) })
            if newest?.describesSameRows(as: descriptor) != true { metadata.layouts.append(descriptor) }
        }
    }

    private static func makeCatalog(
        _ metadata: StoreMetadata, _ record: RecordCatalogRecord, _ definitions: [IndexDefinition],
        _ opening: StoreOpening
    ) -> RecordCatalog {
        let store = StoreNumber(interning: metadata.identifier)
        let peers = PeerTable(metadata.peers)
        let layouts = metadata.layouts.map { descriptor in
            RowLayout(
                descriptor, entity: opening.model.entity(named: descriptor.entity), store: store,
                root: RootNumber(interning: descriptor.root), peers: peers)
        }
        return RecordCatalog(
            storeName: opening.name, store: store, layouts: LayoutTable(layouts), peers: peers,
            definitions: definitions, record: record, opening: opening)
    }
}
