import Foundation
import PolystoreModel
import PolystoreStorage

/// A parent context as the source of its children: they see its unsaved changes, and save into it.
///
/// The parent is used while the child's thread waits in `performAndWait`, so both are used by one thread at a time.
final class ParentSource: ObjectSource {
    private let parent: ContextHandle
    private let children: ChildCounter
    let broadcast: Broadcast<SaveEvent>

    init(_ parent: ManagedObjectContext) {
        self.parent = parent.handle
        broadcast = parent.childSaves
        children = parent.children
        children.add()
    }

    deinit { children.remove() }

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

    // The parent decides what is read.
    func setReader(name: String?, author: String?) {}
    func advanceGeneration() {}
    func renew() {}
    func beginSettling() {}
    func endSettling() {}

    var queryGeneration: QueryGeneration? {
        var result: QueryGeneration?
        // A parent that cannot be asked reads nothing.
        try? inParent { result = $0.queryGeneration }
        return result
    }

    func setQueryGeneration(_ generation: QueryGeneration?) throws {
        throw ContextError(.generationOfParent)
    }

    func store(_ number: StoreNumber) -> AttachedStore? {
        var result: AttachedStore?
        // As above.
        try? inParent { result = $0.source.store(number) }
        return result
    }

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

    func execute(
        _ request: SourceRequest, over overlay: ContextOverlay, _ receive: (FetchedRows) -> Bool
    ) throws -> FetchOutcome {
        // Resolved where the names are the child's; and no shape, because the parent's own changes lie over what stores
        // answer, and over what they would group.
        let resolved = try request.resolve()
        var goal = request.goal
        if case .groups = goal { goal = .rows }
        let asked = SourceRequest(resolved, goal: goal, mode: request.mode, isCancelled: request.isCancelled)
        var outcome: FetchOutcome?
        try inParent { parent in
            try parent.applyPendingDeletes()
            // Copies: what the child does with a batch may change the parent.
            let below = parent.overlay(for: resolved, hiding: overlay.excluded).copied
            let whole = overlay.over(below)
            defer { withExtendedLifetime(whole) {} }
            outcome = try parent.source.execute(asked, over: whole) { rows in
                // The child's own rows keep their place in its list; the parent's are copied out.
                guard case .row(let row) = rows, row.batch == nil, row.pendingIndex >= overlay.pending.count else {
                    return receive(rows)
                }
                return receive(.batch(SnapshotRow.copy(of: row.view)))
            }
        }
        guard let outcome else { throw ContextError(.contextGone) }
        return outcome
    }

    func read(_ selection: SourceSelection, _ receive: (SourceItem) -> Bool) throws {
        switch selection {
        case .objects(let objects):
            try inParent { try $0.exportRows(of: objects) { receive(.rows($0)) } }
        case .object(let object):
            try read(.objects([object])) { item in
                guard case .rows(let batch) = item else { return true }
                for row in batch { _ = receive(.row(row, batch.layouts)) }
                return false
            }
        case .referencing(let object, let relationship):
            try inParent { parent in
                guard let inverse = relationship.inverse,
                    let owner = parent.relatedObject(object, relationship.destination),
                    let member = owner.reference(of: inverse)
                else { return }
                try parent.throwAccessError()
                try parent.exportRows(of: [member]) { receive(.rows($0)) }
            }
        case .members(let relationship, let owners):
            var members: [Membership] = []
            try inParent { parent in
                members =
                    relationship.isToMany
                    ? try parent.exportMembers(of: relationship, owners: owners) { receive(.rows($0)) }
                    : try parent.exportReferences(of: relationship, owners: owners) { receive(.rows($0)) }
            }
            for member in members where !receive(.member(member)) { return }
        case .deferredData: try inParent { try $0.source.read(selection, receive) }
        }
    }

    func save(_ changes: ChangeSet) throws -> CommitReceipt {
        try inParent { try $0.importChanges(changes) }
        return CommitReceipt(commits: [:])
    }
}
