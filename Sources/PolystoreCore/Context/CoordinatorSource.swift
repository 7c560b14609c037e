import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

/// The stores behind a coordinator as a context's source, read through one cut at a time.
final class CoordinatorSource: ObjectSource {
    private let coordinator: PersistentStoreCoordinator
    private var held: StoreCut?
    /// The pinned cut; nil while it could not be had anew.
    private var lease: PinLease?
    /// Whether the cut is kept until `advance`.
    private var isPinned = false
    /// How many readers keep the cut.
    private var readers = 0

    /// How many saves the context has seen: all before its time, and its own.
    private var knownSaves: Int

    init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
        knownSaves = coordinator.saveCount.load(ordering: .sequentiallyConsistent)
    }

    /// Reads through one cut for good.
    convenience init(_ coordinator: PersistentStoreCoordinator, reading cut: StoreCut) {
        self.init(coordinator)
        // Whoever asks for this ends it; it counts for no limit, and nothing revokes it.
        lease = PinLease(cut)
        isPinned = true
    }

    deinit { if let lease { coordinator.pins.end(lease) } }

    /// The cut that reads go through: the pinned one, or the newest.
    ///
    /// - Throws: `snapshotExpired` when the pin was revoked.
    func cut() throws -> StoreCut {
        if let held { return held }
        let cut = isPinned ? try pinnedCut() : try coordinator.cut()
        if readers > 0 { held = cut }
        return cut
    }

    private func pinnedCut() throws -> StoreCut {
        if let lease { return try lease.cut }
        let cut = try coordinator.cut()
        take(cut)
        return cut
    }

    func setPinned(_ isPinned: Bool) throws {
        let cut = isPinned ? try coordinator.cut() : nil
        self.isPinned = isPinned
        take(cut)
    }

    /// Pins a cut instead of the one before.
    private func take(_ cut: StoreCut?) {
        if let lease { coordinator.pins.end(lease) }
        lease = cut.map { coordinator.pins.pin($0) }
        held = readers > 0 ? cut : nil
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
        // A cut that cannot be had now is taken, or its error thrown, by the next read.
        take(try? coordinator.cut())
    }

    func execute(
        _ request: SourceRequest, over overlay: ContextOverlay, _ receive: (FetchedRows) -> Bool
    ) throws -> FetchOutcome {
        try coordinator.execute(request, in: try cut(), over: overlay, receive)
    }

    func read(_ selection: SourceSelection, _ receive: (SourceItem) -> Bool) throws {
        switch selection {
        case .objects(let objects):
            try coordinator.rows(of: objects, in: try cut()) { receive(.rows($0)) }
        case .object(let object):
            try coordinator.row(of: object, in: try cut()) { _ = receive(.row($0, $1)) }
        case .referencing(let object, let relationship):
            if let inverse = relationship.inverse, let absence = coordinator.absence(of: inverse) { throw absence }
            try coordinator.rows(referencing: [object], through: relationship, in: try cut()) { receive(.rows($0)) }
        case .members(let relationship, let owners):
            try members(of: relationship, owners, receive)
        case .deferredData(let object, let version, let property):
            let snapshot = try cut().snapshot(of: object.store)
            let data = try snapshot?.deferredData(object.root, key: object.key, version: version, property: property)
            if let data { _ = receive(.data(data)) }
        }
    }

    private func members(
        of relationship: ModelRelationship, _ owners: [ObjectID], _ receive: (SourceItem) -> Bool
    ) throws {
        if let absence = coordinator.absence(of: relationship) { throw absence }
        let cut = try cut()
        switch relationship.form {
        // A reference that its own store leaves out of rows is found through the other side as well.
        case .inverseReference, .reference:
            guard let inverse = relationship.inverse, inverse.form == .reference else { return }
            let (key, orderKey) = (inverse.key, relationship.isOrdered ? relationship.orderKey : nil)
            try coordinator.rows(referencing: owners, through: inverse, in: cut) { batch in
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
            for link in try coordinator.links(relationship, of: owners, in: cut) {
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
