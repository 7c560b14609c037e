import Foundation
import PolystoreModel
import PolystoreStorage

/// The rows of a context for the evaluator: changed objects with their changes, else the source's rows.
///
/// An object that is registered and not changed may be older than the snapshot that is read: its row is the source's, so that
/// an answer does not depend on what a store takes over and what is done on rows (P4, P6).
final class ContextRowSource: BatchedRowSource {
    private let context: ManagedObjectContext
    private let countsChanges: Bool
    private var rows: [ObjectID: (batch: RowBatch, offset: Int)?] = [:]
    private var members: [ToManyKey: [ObjectID]] = [:]

    /// How many rows are remembered before `trim` forgets them.
    private static let capacity = 20_000

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - countsChanges: Whether its unsaved changes count; if not, its rows are the source's.
    init(_ context: ManagedObjectContext, countsChanges: Bool = true) {
        self.context = context
        self.countsChanges = countsChanges
    }

    /// An object of the context whose changes may count.
    private func registered(_ object: ObjectID) -> ManagedObject? {
        countsChanges ? context.registered(object) : nil
    }

    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        if let known = changed(object) {
            guard known.flags.isDisjoint(with: [.deleted, .inaccessible]) else { return nil }
            let row = known.readableRow()
            return try withExtendedLifetime(known) {
                try body(RowView(base: row.base, layout: row.layout, key: known.key))
            }
        }
        if rows[object] == nil { try prepareRows(of: [object]) }
        guard case .some(.some((let batch, let offset))) = rows[object] else { return nil }
        return try withExtendedLifetime(batch) { try body(batch.row(at: offset)) }
    }

    /// The object of an ID when the context has changed it, and has its row.
    private func changed(_ object: ObjectID) -> ManagedObject? {
        guard let known = registered(object), known.flags.contains(.tracked), !known.isFault else { return nil }
        return known
    }

    func prepareRows(of objects: [ObjectID]) throws {
        let unknown = objects.filter { rows[$0] == nil && changed($0) == nil }
        guard !unknown.isEmpty else { return }
        for object in unknown { rows[object] = .some(nil) }
        try context.source.rows(of: unknown) { batch in
            var offsets = batch.makeIterator()
            while let offset = offsets.nextOffset() { rows[batch.row(at: offset).objectID] = (batch, offset) }
            return true
        }
    }

    func deferredData(of row: RowView, _ slot: RowSlot) throws -> Data? {
        guard let expected = row.deferredData(slot) else { return nil }
        return try context.deferredData(of: row.objectID, version: row.version, property: slot.key, expected)
    }

    /// Data that a row of a version keeps out, checked against what the row says of it.
    func deferredData(
        of object: ObjectID, version: UInt32, _ property: PropertyKey, _ expected: DeferredData
    ) throws -> Data {
        try context.deferredData(of: object, version: version, property: property, expected)
    }

    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        guard relationship.isToMany else { return try relatedToOne(relationship, of: object) }
        let key = ToManyKey(object, relationship.key)
        if let known = members[key] { return known }
        try prepareRelated(relationship, of: [object])
        return members[key] ?? []
    }

    /// The object of a to-one relationship that rows do not keep: found through the other side.
    private func relatedToOne(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        if let known = registered(object), known.flags.contains(.inserted) || isChanged(relationship, of: known) {
            return known.reference(of: relationship).map { [$0] } ?? []
        }
        let key = ToManyKey(object, relationship.key)
        if let known = members[key] { return known }
        try prepareUnstoredReferences(relationship, of: [object])
        return members[key] ?? []
    }

    /// Reads what to-one relationships that rows do not keep lead to, as far as the context has not changed them.
    private func prepareUnstoredReferences(_ relationship: ModelRelationship, of objects: [ObjectID]) throws {
        let unknown = objects.filter { object in
            if members[ToManyKey(object, relationship.key)] != nil { return false }
            return registered(object).map { !$0.isInserted && !isChanged(relationship, of: $0) } ?? true
        }
        guard !unknown.isEmpty else { return }
        let found = try storedMembers(of: relationship, unknown)
        for object in unknown { members[ToManyKey(object, relationship.key)] = found[object] ?? [] }
    }

    /// What a relationship of objects leads to in the source; rows that come along are kept.
    private func storedMembers(
        of relationship: ModelRelationship, _ owners: [ObjectID]
    ) throws -> [ObjectID: [ObjectID]] {
        var found: [ObjectID: [ObjectID]] = [:]
        try context.source.members(of: relationship, owners: owners) { batch in
            var offsets = batch.makeIterator()
            while let offset = offsets.nextOffset() { rows[batch.row(at: offset).objectID] = (batch, offset) }
            return true
        } _: { member in
            found[member.owner, default: []].append(member.member)
        }
        return found
    }

    private func isChanged(_ relationship: ModelRelationship, of object: ManagedObject) -> Bool {
        object.overlay?.changedRelationships.contains(relationship.key) ?? false
    }

    func prepareRelated(_ relationship: ModelRelationship, of objects: [ObjectID]) throws {
        guard relationship.isToMany else { return try prepareUnstoredReferences(relationship, of: objects) }
        var unknown: [ObjectID] = []
        for object in objects {
            let key = ToManyKey(object, relationship.key)
            guard members[key] == nil else { continue }
            if registered(object)?.isInserted ?? false {
                members[key] = context.toMany[key]?.members ?? context.toMany[key]?.added ?? []
            } else {
                unknown.append(object)
            }
        }
        guard !unknown.isEmpty else { return }
        let found = try storedMembers(of: relationship, unknown)
        for object in unknown {
            guard countsChanges else {
                members[ToManyKey(object, relationship.key)] = found[object] ?? []
                continue
            }
            let state = context.toManyState(object, relationship)
            let stored = (found[object] ?? []).filter { isPresent($0) && !state.removed.contains($0) }
            members[ToManyKey(object, relationship.key)] = stored + state.added.filter { !stored.contains($0) }
        }
    }

    private func isPresent(_ object: ObjectID) -> Bool {
        registered(object)?.flags.isDisjoint(with: [.deleted, .detached]) ?? true
    }

    func isOverlaid(_ entity: ModelEntity) -> Bool {
        countsChanges && context.isOverlaid(entity)
    }

    func trim() {
        guard rows.count > Self.capacity || members.count > Self.capacity else { return }
        rows.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
    }
}
