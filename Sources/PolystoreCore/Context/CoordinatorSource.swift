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
    private(set) var isPinned = false
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

    func explain(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        isCancelled: () -> Bool, running receive: FetchReceiver?
    ) throws -> FetchExplanation {
        try coordinator.explain(
            request, in: try cut(), excluding: excluding, pending: pending, source: source, isCancelled: isCancelled,
            running: receive)
    }

    func explainGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, excluding: Set<ObjectID>, pending: [RowView],
        source: any RowSource, isCancelled: () -> Bool, running receiver: GroupReceiver?
    ) throws -> FetchExplanation? {
        try coordinator.explainGroups(
            request, by: grouping, in: try cut(), excluding: excluding, pending: pending, source: source,
            isCancelled: isCancelled, receiver)
    }

    func fetch(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        shape: RequestShape?, isCancelled: () -> Bool, _ receive: (FetchedRows) -> Bool
    ) throws {
        try coordinator.fetch(
            request, in: try cut(), excluding: excluding, pending: pending, source: source, shape: shape,
            isCancelled: isCancelled, receive)
    }

    func knownRequest(_ shape: RequestShape) -> KnownRequest? { coordinator.knownRequest(shape) }

    func fetch(
        _ known: KnownRequest, _ shape: RequestShape, source: any RowSource, isCancelled: () -> Bool,
        _ receive: (FetchedRows) -> Bool
    ) throws -> Bool {
        try coordinator.fetch(known, shape, in: try cut(), source: source, isCancelled: isCancelled, receive)
    }

    func count(_ known: KnownRequest, _ shape: RequestShape) throws -> Int? {
        try coordinator.count(known, shape, in: try cut())
    }

    func fetchGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, excluding: Set<ObjectID>, pending: [RowView],
        source: any RowSource, isCancelled: () -> Bool, _ receiveGroup: ([Value], [AggregateAccumulator]) -> Void,
        _ receive: (FetchedRows) -> Bool
    ) throws -> Bool {
        try coordinator.fetchGroups(
            request, by: grouping, in: try cut(), excluding: excluding, pending: pending, source: source,
            isCancelled: isCancelled, receiveGroup, receive)
    }

    func count(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        shape: RequestShape?
    ) throws -> Int {
        try coordinator.count(
            request, in: try cut(), excluding: excluding, pending: pending, source: source, shape: shape)
    }

    func rows(of objects: [ObjectID], _ receive: (RowBatch) -> Bool) throws {
        try coordinator.rows(of: objects, in: try cut(), receive)
    }

    func row(of object: ObjectID, _ receive: (RowView, LayoutTable) -> Void) throws {
        try coordinator.row(of: object, in: try cut(), receive)
    }

    func members(
        of relationship: ModelRelationship, owners: [ObjectID], _ receive: (RowBatch) -> Bool,
        _ visit: (Membership) -> Void
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
                    visit(Membership(owner: owner, member: row.objectID, order: order))
                }
                return receive(batch)
            }
        case .join:
            let isForward = relationship.join?.forward === relationship
            for link in try coordinator.links(relationship, of: owners, in: cut) {
                visit(
                    isForward
                        ? Membership(owner: link.source, member: link.target, order: link.targetOrder)
                        : Membership(owner: link.target, member: link.source, order: link.sourceOrder))
            }
        case .transient: return
        }
    }

    func rows(
        referencing object: ObjectID, through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws {
        if let inverse = relationship.inverse, let absence = coordinator.absence(of: inverse) { throw absence }
        try coordinator.rows(referencing: [object], through: relationship, in: try cut(), receive)
    }

    func deferredData(of object: ObjectID, version: UInt32, property: PropertyKey) throws -> Data? {
        guard let snapshot = try cut().snapshot(of: object.store) else { return nil }
        return try snapshot.deferredData(object.root, key: object.key, version: version, property: property)
    }

    func save(_ changes: ChangeSet) throws -> CommitReceipt {
        defer { knownSaves += 1 }
        let receipt = try coordinator.save(changes, knownSaves: knownSaves)
        advance()
        return receipt
    }
}
