import Foundation
import PolystoreModel
import PolystoreStorage

/// Opening a store: reads or makes what it keeps about itself, gives numbers, and builds indexes that are new.
enum RecordOpening {
    /// The results of opening.
    struct Opened {
        var metadata: StoreMetadata
        var catalog: RecordCatalog
        /// The metadata that the store had before.
        var stored: Stored
    }

    /// A store's metadata.
    struct Stored: Hashable {
        var metadata: StoreMetadata?
        var record: RecordCatalogRecord?

        /// The same without what changes nothing for a reader of the store.
        var forReading: Stored {
            var copy = self
            copy.metadata?.user = [:]
            copy.metadata?.watermark = 0
            return copy
        }
    }

    static func open<Engine: OrderedEngine>(
        _ engine: Engine, _ opening: StoreOpening
    ) throws(StoreError) -> Opened {
        try checkLimits(engine.limits, opening)
        let snapshot = try engine.snapshot()
        let stored = try snapshot.reading { () throws(StoreError) in try Self.stored(snapshot, opening.name) }
        if stored.metadata == nil, opening.access == .readOnly || !opening.creates {
            throw StoreError(.missing, [.store: opening.name])
        }
        let resolution = try resolve(stored, opening)
        let (metadata, record) = (resolution.metadata, resolution.record)
        let catalog = makeCatalog(
            resolution, opening, generation: 0, keepsValuesIntact: engine.limits.keepsValuesIntact)
        guard opening.access == .readWrite, stored != Stored(metadata: metadata, record: record) else {
            return Opened(metadata: metadata, catalog: catalog, stored: stored)
        }
        let known = Set((stored.record?.indexes ?? []).map(\.number))
        let fresh = stored.metadata == nil ? [] : resolution.definitions.filter { !known.contains($0.number) }
        try write(engine, metadata, record, catalog, retired: resolution.retired, fresh: fresh)
        return Opened(metadata: metadata, catalog: catalog, stored: stored)
    }

    static func stored(_ reading: some OrderedReading, _ name: String) throws(StoreError) -> Stored {
        Stored(
            metadata: try metadata(reading, name),
            record: try decode(RecordCatalogRecord.self, reading, MetadataKey.catalog, name))
    }

    /// The metadata of a store once it is open, and its indexes with their numbers.
    struct Resolution {
        var metadata: StoreMetadata
        var record: RecordCatalogRecord
        var definitions: [IndexDefinition] = []
        /// The numbers of indexes that are gone.
        var retired: [UInt16] = []
    }

    /// Gives numbers to everything that has none; a reader keeps them to itself.
    static func resolve(_ stored: Stored, _ opening: StoreOpening) throws(StoreError) -> Resolution {
        var metadata =
            stored.metadata ?? StoreMetadata(identifier: opening.newIdentifier, model: opening.model.description)
        try checkIdentity(&metadata, opening)
        if stored.metadata != nil { try checkModel(metadata, opening) }
        let isReadOnly = opening.access == .readOnly

        addLayouts(&metadata, opening)
        var numbers = stored.record ?? RecordCatalogRecord()
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
        for entity in opening.entities { metadata.entityHashes[entity.name] = entity.versionHashText }
        return Resolution(
            metadata: metadata, record: numbers, definitions: definitions, retired: retired.map(\.number))
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
                .reason: difference.separation,
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

    static func makeCatalog(
        _ resolution: Resolution, _ opening: StoreOpening, generation: Int, keepsValuesIntact: Bool
    ) -> RecordCatalog {
        let metadata = resolution.metadata
        let store = StoreNumber(interning: metadata.identifier)
        let peers = PeerTable(metadata.peers)
        let layouts = metadata.layouts.map { descriptor in
            RowLayout(
                descriptor, entity: opening.model.entity(named: descriptor.entity), store: store,
                root: RootNumber(interning: descriptor.root), peers: peers)
        }
        return RecordCatalog(
            storeName: opening.name, store: store, layouts: LayoutTable(layouts), peers: peers,
            definitions: resolution.definitions, record: resolution.record, opening: opening, generation: generation,
            keepsValuesIntact: keepsValuesIntact)
    }
}
