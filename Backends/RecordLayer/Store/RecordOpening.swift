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

    /// The newest format that this code knows.
    static let formatVersion = 1

    static func open<Engine: OrderedEngine>(
        _ engine: Engine, _ opening: StoreOpening
    ) throws(StoreError) -> Opened {
        let snapshot = try engine.snapshot()
        let stored = try metadata(snapshot, opening.name)
        var record = try decode(RecordCatalogRecord.self, snapshot, MetadataKey.catalog, opening.name)
        if stored == nil, opening.access == .readOnly || !opening.creates {
            throw StoreError(.missing, [.store: opening.name])
        }
        var metadata = stored ?? StoreMetadata(identifier: UUID(), model: opening.model.description)
        try checkIdentity(&metadata, opening)
        if stored != nil { try checkModel(metadata, opening) }
        let before = (metadata, record)
        let isReadOnly = opening.access == .readOnly

        addLayouts(&metadata, opening)
        var numbers = record ?? RecordCatalogRecord()
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
        let retired = isReadOnly ? [] : numbers.indexes.filter { !live.contains($0.name) }
        numbers.indexes.removeAll { entry in retired.contains(entry) }
        numbers.lastRetiredIndex = max(numbers.lastRetiredIndex, retired.map(\.number).max() ?? 0)
        record = numbers

        metadata.homes = opening.homes
        metadata.model = opening.model.description
        for entity in opening.entities {
            metadata.entityHashes[entity.name] = entity.versionHash.map { hexadecimal($0) }.joined()
        }
        let catalog = makeCatalog(metadata, numbers, definitions, opening)
        guard !isReadOnly, before != (metadata, record) else { return Opened(metadata: metadata, catalog: catalog) }
        let known = Set((before.1?.indexes ?? []).map(\.number))
        let fresh = definitions.filter { !known.contains($0.number) }
        try write(engine, metadata, numbers, catalog, retired: retired.map(\.number), fresh: stored == nil ? [] : fresh)
        return Opened(metadata: metadata, catalog: catalog)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }

    private static func checkIdentity(_ metadata: inout StoreMetadata, _ opening: StoreOpening) throws(StoreError) {
        guard metadata.formatVersion <= formatVersion else {
            throw StoreError(
                .unsupportedFormat,
                [
                    .store: opening.name, .expected: "\(formatVersion)", .found: "\(metadata.formatVersion)",
                ])
        }
        guard opening.openIdentifiers.contains(metadata.identifier) else { return }
        guard opening.opensAsCopy, opening.access == .readWrite else {
            throw StoreError(.duplicateIdentifier, [.store: opening.name, .found: metadata.identifier.uuidString])
        }
        metadata.identifier = UUID()
    }

    /// Rows of a served entity must fit the model.
    private static func checkModel(_ metadata: StoreMetadata, _ opening: StoreOpening) throws(StoreError) {
        for entity in opening.entities {
            guard let stored = metadata.entityHashes[entity.name] else { continue }
            if stored != entity.versionHash.map({ hexadecimal($0) }).joined() {
                throw StoreError(.incompatibleModel, [.store: opening.name, .entity: entity.name])
            }
        }
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
