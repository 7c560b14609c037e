import Foundation
import PolystoreModel
import PolystoreStorage

/// A parent context as the source of its children: they see its unsaved changes, and save into it.
///
/// The parent is used while the child's thread waits in `performAndWait`, so both are used by one thread at a time.
final class ParentSource: ObjectSource {
    private let parent: ContextHandle
    let broadcast: Broadcast<SaveEvent>

    init(_ parent: ManagedObjectContext) {
        self.parent = parent.handle
        broadcast = parent.childSaves
    }

    /// Runs work on the parent; what is captured crosses no thread while it runs.
    private func inParent(_ work: (ManagedObjectContext) throws -> Void) throws {
        try withoutActuallyEscaping(work) { work in
            // SAFETY: the calling thread waits until the work has ended, so nothing is used by two threads at once.
            nonisolated(unsafe) let work = work
            try parent.performAndWait { try work($0) }
        }
    }

    /// A child's save is one of the parent's unsaved changes: the version is raised when the stores are reached.
    var raisesVersions: Bool { false }

    func advance() {}

    func setPinned(_ isPinned: Bool) throws {
        throw ContextError(.pinnedByParent)
    }

    var isPinned: Bool { false }

    func beginReading() throws { try inParent { try $0.source.beginReading() } }

    func endReading() {
        // A parent that is gone reads no more.
        try? inParent { $0.source.endReading() }
    }

    func isOverlaid(_ entity: ModelEntity) -> Bool {
        var result = true
        // A parent that cannot be asked shows nothing, whatever is assumed of it.
        try? inParent { result = $0.isOverlaid(entity) }
        return result
    }

    func fetch(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        shape: RequestShape?, isCancelled: () -> Bool, _ receive: (FetchedRows) -> Bool
    ) throws {
        try inParent { parent in
            try parent.processPendingChanges()
            // Copies: what the child does with a batch may change the parent.
            let changes = parent.pendingRows(request, without: excluding).copied
            defer { withExtendedLifetime(changes) {} }
            try parent.source.fetch(
                request, excluding: excluding.union(changes.excluded), pending: pending + changes.rows, source: source,
                shape: nil, isCancelled: isCancelled
            ) { rows in
                // The child's own rows keep their place in its list; the parent's are copied out.
                guard case .row(let row) = rows, row.batch == nil, row.pendingIndex >= pending.count else {
                    return receive(rows)
                }
                return receive(.batch(SnapshotRow.copy(of: row.view)))
            }
        }
    }

    // The parent's own changes lie over what stores answer.

    func knownRequest(_ shape: RequestShape) -> KnownRequest? { nil }

    func fetch(
        _ known: KnownRequest, _ shape: RequestShape, source: any RowSource, isCancelled: () -> Bool,
        _ receive: (FetchedRows) -> Bool
    ) throws -> Bool {
        false
    }

    func count(_ known: KnownRequest, _ shape: RequestShape) throws -> Int? { nil }

    func fetchGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, excluding: Set<ObjectID>, pending: [RowView],
        source: any RowSource, isCancelled: () -> Bool, _ receiveGroup: ([Value], [AggregateAccumulator]) -> Void,
        _ receive: (FetchedRows) -> Bool
    ) throws -> Bool {
        // The parent's own changes lie over what stores would group.
        false
    }

    func count(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        shape: RequestShape?
    ) throws -> Int {
        var result = 0
        try inParent { parent in
            try parent.processPendingChanges()
            let changes = parent.pendingRows(request, without: excluding)
            result = try parent.source.count(
                request, excluding: excluding.union(changes.excluded), pending: pending + changes.rows, source: source,
                shape: nil)
        }
        return result
    }

    func explain(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        isCancelled: () -> Bool, running receive: FetchReceiver?
    ) throws -> FetchExplanation {
        var result: FetchExplanation?
        try inParent { parent in
            try parent.processPendingChanges()
            let changes = parent.pendingRows(request, without: excluding)
            result = try parent.source.explain(
                request, excluding: excluding.union(changes.excluded), pending: pending + changes.rows, source: source,
                isCancelled: isCancelled, running: receive)
        }
        guard let result else { throw ContextError(.contextGone) }
        return result
    }

    func explainGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, excluding: Set<ObjectID>, pending: [RowView],
        source: any RowSource, isCancelled: () -> Bool, running receiver: GroupReceiver?
    ) throws -> FetchExplanation? {
        // As for `fetchGroups`.
        nil
    }

    func rows(of objects: [ObjectID], _ receive: (RowBatch) -> Bool) throws {
        try inParent { try $0.exportRows(of: objects, receive) }
    }

    func row(of object: ObjectID, _ receive: (RowView, LayoutTable) -> Void) throws {
        try rows(of: [object]) { batch in
            for row in batch { receive(row, batch.layouts) }
            return false
        }
    }

    func members(
        of relationship: ModelRelationship, owners: [ObjectID], _ receive: (RowBatch) -> Bool,
        _ visit: (Membership) -> Void
    ) throws {
        var result: [Membership] = []
        try inParent { parent in
            result =
                relationship.isToMany
                ? try parent.exportMembers(of: relationship, owners: owners, receive)
                : try parent.exportReferences(of: relationship, owners: owners, receive)
        }
        result.forEach(visit)
    }

    func rows(
        referencing object: ObjectID, through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws {
        try inParent { parent in
            guard let inverse = relationship.inverse,
                let owner = parent.relatedObject(object, relationship.destination),
                let member = owner.reference(of: inverse)
            else { return }
            try parent.throwAccessError()
            try parent.exportRows(of: [member], receive)
        }
    }

    func deferredData(of object: ObjectID, version: UInt32, property: PropertyKey) throws -> Data? {
        var result: Data?
        try inParent { result = try $0.source.deferredData(of: object, version: version, property: property) }
        return result
    }

    func save(_ changes: ChangeSet) throws -> CommitReceipt {
        try inParent { try $0.importChanges(changes) }
        return CommitReceipt(commits: [:])
    }
}
