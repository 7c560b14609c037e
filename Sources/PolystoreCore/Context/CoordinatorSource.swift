import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

/// The stores behind a coordinator as a context's source, read through one snapshot at a time.
final class CoordinatorSource: ObjectSource {
    private let coordinator: PersistentStoreCoordinator
    private var held: MultiStoreSnapshot?
    /// The pinned snapshot; nil while it could not be had anew.
    private var lease: PinLease?
    /// Whether the snapshot is kept until `advance`.
    private var isPinned = false
    /// How many readers keep the snapshot.
    private var readers = 0

    /// How many saves the context has seen: all before its time, and its own.
    private var knownSaves: Int

    init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
        knownSaves = coordinator.saveCount.load(ordering: .sequentiallyConsistent)
    }

    /// Reads through one snapshot for good.
    convenience init(_ coordinator: PersistentStoreCoordinator, reading snapshots: MultiStoreSnapshot) {
        self.init(coordinator)
        // The caller ends this lease; it counts for no limit, and nothing revokes it.
        lease = PinLease(snapshots)
        isPinned = true
    }

    deinit { if let lease { coordinator.pins.end(lease) } }

    /// The snapshot that reads go through: the pinned one, or the newest.
    ///
    /// - Throws: `snapshotExpired` when the pin was revoked.
    func snapshot() throws -> MultiStoreSnapshot {
        if let held { return held }
        let snapshots = isPinned ? try pinnedSnapshot() : try coordinator.snapshot()
        if readers > 0 { held = snapshots }
        return snapshots
    }

    private func pinnedSnapshot() throws -> MultiStoreSnapshot {
        if let lease { return try lease.snapshots }
        let snapshots = try coordinator.snapshot()
        take(snapshots)
        return snapshots
    }

    func setPinned(_ isPinned: Bool) throws {
        let snapshots = isPinned ? try coordinator.snapshot() : nil
        self.isPinned = isPinned
        take(snapshots)
    }

    /// Pins a snapshot instead of the one before.
    private func take(_ snapshots: MultiStoreSnapshot?) {
        if let lease { coordinator.pins.end(lease) }
        lease = snapshots.map { coordinator.pins.pin($0) }
        held = readers > 0 ? snapshots : nil
    }

    func beginReading() { readers += 1 }

    func endReading() {
        readers -= 1
        if readers == 0 { held = nil }
    }

    func isOverlaid(_ entity: ModelEntity) -> Bool { false }

    var raisesVersions: Bool { true }

    var broadcast: Broadcast<SaveEvent> { coordinator.saves }

    func advance() {
        held = nil
        guard isPinned else { return }
        // A snapshot that cannot be had now is taken, or its error thrown, by the next read.
        take(try? coordinator.snapshot())
    }

    func execute(
        _ request: SourceRequest, over overlay: ContextOverlay, _ receive: (FetchedRows) -> Bool
    ) throws -> FetchOutcome {
        try coordinator.execute(request, in: try snapshot(), over: overlay, receive)
    }

    func read(_ selection: SourceSelection, _ receive: (SourceItem) -> Bool) throws {
        switch selection {
        case .objects(let objects):
            try coordinator.rows(of: objects, in: try snapshot()) { receive(.rows($0)) }
        case .object(let object):
            try coordinator.row(of: object, in: try snapshot()) { _ = receive(.row($0, $1)) }
        case .referencing(let object, let relationship):
            if let inverse = relationship.inverse, let absence = coordinator.absence(of: inverse) { throw absence }
            try coordinator.rows(referencing: [object], through: relationship, in: try snapshot()) {
                receive(.rows($0))
            }
        case .members(let relationship, let owners):
            try members(of: relationship, owners, receive)
        case .deferredData(let object, let version, let property):
            let snapshot = try snapshot().snapshot(of: object.store)
            let data = try snapshot?.deferredData(object.root, key: object.key, version: version, property: property)
            if let data { _ = receive(.data(data)) }
        }
    }

    private func members(
        of relationship: ModelRelationship, _ owners: [ObjectID], _ receive: (SourceItem) -> Bool
    ) throws {
        if let absence = coordinator.absence(of: relationship) { throw absence }
        let snapshots = try snapshot()
        switch relationship.form {
        // A reference that its own store leaves out of rows is found through the other side as well.
        case .inverseReference, .reference:
            guard let inverse = relationship.inverse, inverse.form == .reference else { return }
            let (key, orderKey) = (inverse.key, relationship.isOrdered ? relationship.orderKey : nil)
            try coordinator.rows(referencing: owners, through: inverse, in: snapshots) { batch in
                var offsets = batch.makeIterator()
                while let offset = offsets.nextOffset() {
                    let row = batch.row(at: offset)
                    guard let slot = row.slot(of: key), let owner = row.reference(slot.pointee) else { continue }
                    let order = orderKey.flatMap { row.slot(of: $0) }.map { row.integer($0.pointee) } ?? 0
                    _ = receive(.member(Membership(owner: owner, member: row.objectID, order: order)))
                }
                return receive(.rows(batch))
            }
        case .join:
            let isForward = relationship.join?.forward === relationship
            for link in try coordinator.links(relationship, of: owners, in: snapshots) {
                let member =
                    isForward
                    ? Membership(owner: link.source, member: link.target, order: link.targetOrder)
                    : Membership(owner: link.target, member: link.source, order: link.sourceOrder)
                guard receive(.member(member)) else { return }
            }
        case .transient: return
        }
    }

    func save(_ changes: ChangeSet) throws -> CommitReceipt {
        defer { knownSaves += 1 }
        let receipt = try coordinator.save(changes, knownSaves: knownSaves)
        advance()
        return receipt
    }
}
