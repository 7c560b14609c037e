import Foundation
import PolystoreModel
import PolystoreStorage

/// Reads the rows that a record has of one store, in the layouts of the reader.
final class RecordedRows {
    private let store: (any PersistentStore)?
    /// The layouts of the record by number; one of an entity that the reader has not has no mapping.
    private var layouts: [UInt16: (source: RowLayout, mapping: RowMapping?)] = [:]
    /// The peer table, as the reader names hierarchies.
    private let peers: [ObjectPlace]
    /// The hierarchies of the record's slots, as the reader names them.
    private var roots: [RootNumber: RootNumber] = [:]
    private let builder: RowBatchBuilder
    /// What was left out so far.
    private(set) var omissions: Set<String> = []

    init(
        _ number: StoreNumber, _ store: (any PersistentStore)?, _ entries: [PeerTable.Entry],
        _ descriptors: [(descriptor: RowLayoutDescriptor, identifiers: [String: String])],
        _ resolution: inout ModelResolution
    ) throws(ChangeSetError) {
        self.store = store
        let recorded = PeerTable(entries)
        var places: [ObjectPlace] = []
        var named: [PeerTable.Entry] = []
        for entry in entries {
            let place = ObjectPlace(
                store: StoreNumber(interning: entry.store), root: resolution.root(named: entry.root))
            places.append(place)
            named.append(PeerTable.Entry(store: entry.store, root: place.root.name))
        }
        peers = places
        let ownPeers = PeerTable(named)
        var targets: [RowLayout] = []
        for (descriptor, identifiers) in descriptors {
            let source = RowLayout(
                descriptor, entity: nil, store: number, root: RootNumber(interning: descriptor.root), peers: recorded)
            for slot in descriptor.levels.joined() {
                guard let root = slot.destinationRoot else { continue }
                roots[RootNumber(interning: root)] = resolution.root(named: root)
            }
            guard let entity = resolution.entity(named: descriptor.entity) else {
                layouts[descriptor.number] = (source, nil)
                omissions.insert(descriptor.entity)
                continue
            }
            let target: RowLayout
            if let store {
                guard let layout = store.layouts.layout(for: entity) else {
                    throw ChangeSetError(
                        .incompatible, [.entity: entity.name, .reason: "the store does not serve the entity"])
                }
                target = layout
            } else {
                target = try Self.target(source, identifiers, entity, number, ownPeers)
                targets.append(target)
            }
            let mapping = try RowMapping(from: source, identifiers, to: target, of: entity)
            omissions.formUnion(mapping.omissions)
            layouts[descriptor.number] = (source, mapping)
        }
        if let store { for place in places { _ = store.peers.number(of: place.store, place.root) } }
        builder = RowBatchBuilder(layouts: store?.layouts ?? LayoutTable(targets))
    }

    /// The layout for the rows of an entity where no store lays them out: that of the record, if the model has nothing else,
    /// or one of everything that the model has.
    private static func target(
        _ source: RowLayout, _ identifiers: [String: String], _ entity: ModelEntity, _ number: StoreNumber,
        _ peers: PeerTable
    ) throws(ChangeSetError) -> RowLayout {
        let recorded = source.descriptor
        let whole = RowLayoutDescriptor(
            entity, number: recorded.number, entityNumber: recorded.entityNumber, isKept: { _ in true },
            mayLeaveStore: { _ in true })
        let wanted = Dictionary(uniqueKeysWithValues: whole.levels.joined().map { ($0.name, $0) })
        let held = Set(recorded.levels.joined().map(\.name))
        let own = entity.renamingIdentifiers
        let isSame =
            recorded.entity == whole.entity && recorded.root == whole.root
            && recorded.levels.joined().allSatisfy { slot in
                guard let other = wanted[slot.name] else { return false }
                return other.kind == slot.kind && other.destinationRoot == slot.destinationRoot
                    && own[slot.name] == identifiers[slot.name]
            }
            && entity.attributes.flatMap(\.storedElements).allSatisfy { held.contains($0.key.name) }
        return RowLayout(
            isSame ? recorded : whole, entity: entity, store: number, root: entity.rootNumber, peers: peers)
    }

    private struct Change {
        let row: RowView
        let mapping: RowMapping
        let expectedVersion: UInt32
        let changed: SlotSet

        var objectID: ObjectID { ObjectID(store: mapping.target.store, root: mapping.target.root, key: row.key) }
    }

    /// Reads a message of rows.
    func read(
        _ kind: RecordFormat.Kind, _ message: inout MessageReader
    ) throws(ChangeSetError) -> [StoreChanges.Row] {
        var changes: [Change] = []
        while !message.isAtEnd { if let change = try readChange(&message) { changes.append(change) } }
        let stored = kind == .updates ? try storedRows(of: changes) : [:]
        for change in changes {
            let addition: RowMapping.Addition =
                switch kind {
                case .inserts: .defaults
                case .updates: stored[change.objectID].map { .row($0.view) } ?? .defaults
                default: .missing
                }
            do {
                try change.mapping.add(change.row, peers, roots, addition, to: builder)
            } catch {
                throw error.code == .damaged ? message.damaged(error.details[.reason] ?? "a row") : error
            }
        }
        var next = changes.makeIterator()
        var rows: [StoreChanges.Row] = []
        for batch in builder.takeBatches() {
            var offsets = batch.makeIterator()
            while let offset = offsets.nextOffset(), let change = next.next() {
                let changed =
                    kind == .inserts
                    ? SlotSet(allOf: batch.row(at: offset)) : change.mapping.changed(change.changed)
                rows.append(
                    StoreChanges.Row(
                        batch: batch, offset: offset, expectedVersion: change.expectedVersion, changed: changed))
            }
        }
        return rows
    }

    /// Reads a row; nil when the reader has no such entity.
    private func readChange(_ message: inout MessageReader) throws(ChangeSetError) -> Change? {
        let (key, expectedVersion) = (try message.integer(Int64.self), try message.integer(UInt32.self))
        let bits = try message.take(Int(try message.integer(UInt16.self)))
        let rest = message.rest
        guard rest.count >= RowHeader.size, let base = rest.baseAddress else { throw message.damaged("a row") }
        guard let (source, mapping) = layouts[RowHeader.layout(base)] else {
            throw message.damaged("a row of an unknown layout")
        }
        let row = RowView(base: base, layout: source, key: key)
        guard RowHeader.entity(base) == source.descriptor.entityNumber, row.isWellFormed(within: rest.count),
            RowChecksum.verify(row)
        else { throw message.damaged("a row") }
        _ = try message.take(row.length)
        guard bits.count == (source.slotCount + 7) / 8 else { throw message.damaged("the changed slots of a row") }
        var changed = SlotSet()
        for index in 0..<(bits.count * 8) where bits[index / 8] & (1 << UInt8(index % 8)) != 0 {
            guard index < source.slotCount else { throw message.damaged("the changed slots of a row") }
            changed.insert(index)
        }
        return mapping.map { Change(row: row, mapping: $0, expectedVersion: expectedVersion, changed: changed) }
    }

    /// The rows of the store that have what the record does not say of its updates.
    private func storedRows(
        of changes: [Change]
    ) throws(ChangeSetError) -> [ObjectID: (batch: RowBatch, view: RowView)] {
        var keys: [RootNumber: [Int64]] = [:]
        for change in changes where change.mapping.addsSlots {
            keys[change.mapping.target.root, default: []].append(change.row.key)
        }
        var result: [ObjectID: (batch: RowBatch, view: RowView)] = [:]
        guard let store, !keys.isEmpty else { return result }
        do {
            let snapshot = try store.snapshot()
            for (root, keys) in keys {
                try snapshot.rows(root, keys: keys) { batch in
                    for row in batch { result[row.objectID] = (batch, row) }
                    return true
                }
            }
        } catch {
            throw ChangeSetError(.unreadable, [:], cause: error)
        }
        return result
    }
}
