import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

/// The stores behind a coordinator as a context's source, read through one snapshot at a time.
final class CoordinatorSource: ObjectSource {
    private let coordinator: PersistentStoreCoordinator
    private let holder = GenerationHolder()
    private var held: MultiStoreSnapshot?
    /// What is read; nil for the newest commits, `current` for those of the next read and from then on.
    private var generation: QueryGeneration?
    /// Whether conflicts are being settled, which asks for the newest commits.
    private var isSettling = false
    /// What a read that went on kept when settling began.
    private var heldBefore: MultiStoreSnapshot?
    /// How many readers keep the snapshot.
    private var readers = 0

    /// How many saves the context has seen: all before its time, and its own; far less than nothing once it has read a
    /// generation, which shows less than was saved before its time: then its links are always checked.
    private var knownSaves: Int

    init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
        knownSaves = coordinator.saveCount.load(ordering: .sequentiallyConsistent)
    }

    /// Reads through one snapshot for good.
    convenience init(_ coordinator: PersistentStoreCoordinator, reading snapshots: MultiStoreSnapshot) {
        self.init(coordinator)
        // The caller ends this lease; it counts for no limit, and nothing takes it away.
        generation = QueryGeneration(GenerationLease(snapshots, in: nil))
    }

    deinit { generation?.lease?.remove(holder) }

    /// The snapshot that reads go through: that of the generation, or the newest.
    ///
    /// - Throws: `snapshotExpired` when the generation has ended.
    func snapshot() throws -> MultiStoreSnapshot {
        if let held { return held }
        let snapshots = try isSettling ? coordinator.snapshot() : generationSnapshot()
        if readers > 0 { held = snapshots }
        return snapshots
    }

    private func generationSnapshot() throws -> MultiStoreSnapshot {
        guard let generation else { return try coordinator.snapshot() }
        if let lease = generation.lease { return try lease.snapshots }
        guard let lease = try coordinator.takeGeneration() else { return try coordinator.snapshot() }
        keep(QueryGeneration(lease))
        return try lease.snapshots
    }

    var queryGeneration: QueryGeneration? { generation }

    func setQueryGeneration(_ generation: QueryGeneration?) throws {
        if let lease = generation?.lease {
            guard lease.ledger === coordinator.generations else { throw ContextError(.foreignGeneration) }
            _ = try lease.snapshots
        }
        keep(generation)
        held = nil
    }

    /// Reads a generation instead of the one before.
    private func keep(_ generation: QueryGeneration?) {
        self.generation?.lease?.remove(holder)
        self.generation = generation
        generation?.lease?.add(holder)
        if generation != nil { knownSaves = .min }
    }

    func setReader(name: String?, author: String?) { holder.name = (name, author) }

    func advanceGeneration() {
        guard generation != nil else { return }
        keep(.current)
        (held, heldBefore) = (nil, nil)
    }

    func renew() { held = nil }

    func beginSettling() {
        if !isSettling { (isSettling, heldBefore) = (true, generation == nil ? nil : held) }
        held = nil
    }

    func endSettling() {
        guard isSettling else { return }
        (isSettling, held, heldBefore) = (false, heldBefore, nil)
    }

    func store(_ number: StoreNumber) -> AttachedStore? {
        coordinator.store(number) ?? generation?.lease?.valid?.stores?.store(number)
    }

    func beginReading() { readers += 1 }

    func endReading() {
        readers -= 1
        if readers == 0 { held = nil }
    }

    func isOverlaid(_ entity: ModelEntity) -> Bool { false }

    var raisesVersions: Bool { true }

    var broadcast: Broadcast<SaveEvent> { coordinator.saves }

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
            let snapshots = try snapshot()
            if let absence = relationship.inverse.flatMap({ snapshots.stores?.absence(of: $0) }) { throw absence }
            try coordinator.rows(referencing: [object], through: relationship, in: snapshots) {
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
        let snapshots = try snapshot()
        if let absence = snapshots.stores?.absence(of: relationship) { throw absence }
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
        return try coordinator.save(changes, knownSaves: knownSaves)
    }
}
