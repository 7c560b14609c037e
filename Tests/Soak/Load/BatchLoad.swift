import Foundation
import Polystore
import PolystoreRandom
import Synchronization

/// Batch requests of all kinds, in one store and over several, which keep the numbers of objects within their bounds.
final class BatchLoad: Sendable {
    private let container: PersistentContainer
    private let handle: ContextHandle
    private let random: Mutex<GraphEditor>

    init(_ container: PersistentContainer, seed: UInt64) {
        self.container = container
        handle = container.newBackgroundContext()
        random = Mutex(GraphEditor(random: RandomSource(seed: seed)))
    }

    /// Executes one request; each turn another one.
    func turn(_ number: Int) async throws {
        switch number % 8 {
        case 0: try await balanceItems()
        case 1: try container.execute(raising)
        case 2: try container.execute(upserting)
        case 3: try container.execute(following)
        case 4:
            let request = raisingAcross
            try await handle.perform { _ = try $0.execute(request) }
        case 5: try await deleteProject()
        case 6: try await deleteTags()
        default: try container.execute(upserting)
        }
    }

    private func below(_ bound: Int) -> Int { random.withLock { $0.random.below(bound) } }

    /// Adds one to the effort of the items of a state, and begins anew beyond 1,000.
    private var raising: BatchUpdateRequest<WorkItem> {
        let state = WorkItem.states[below(WorkItem.states.count)]
        return BatchUpdateRequest(WorkItem.self).where(WorkItem.state == state)
            .setting(WorkItem.effort, to: choose(WorkItem.effort < 1_000, WorkItem.effort + 1, literal(0)))
    }

    /// Changes items, in SQLite, that have a tag of some weight, in LMDB.
    private var raisingAcross: BatchUpdateRequest<WorkItem> {
        BatchUpdateRequest(WorkItem.self).where(any(WorkItem.tags.weight) > 90)
            .setting(WorkItem.effort, to: WorkItem.effort + 1)
    }

    /// Moves cursors, in memory, to what their items in SQLite say.
    private var following: BatchUpdateRequest<Cursor> {
        BatchUpdateRequest(Cursor.self).where(Cursor.item != nil).setting(Cursor.position, to: Cursor.item.effort)
    }

    /// Tags of some names: those that are there get other values.
    private var upserting: BatchInsertRequest<Tag> {
        var names: Set<String> = []
        while names.count < 4 { names.insert(random.withLock { $0.tagName() }) }
        return BatchInsertRequest(Tag.self, of: names.sorted()) { [self] name, row in
            row.set(Tag.name, to: name)
            row.set(Tag.number, to: below(GraphEditor.numbers))
            row.set(Tag.weight, to: below(100))
            row.set(Tag.band, to: Tag.bands[below(Tag.bands.count)])
            row.set(Tag.text, to: String(repeating: "t", count: 1_000 + below(1_000)))
            row.set(Tag.picture, to: GraphEditor.bytes(6_000 + below(4_000)))
        }.onConflict(.update)
    }

    /// Inserts items where there are few, and deletes some where there are many.
    private func balanceItems() async throws {
        let count = try await handle.perform { try $0.count(FetchRequest(WorkItem.self)) }
        let surplus = count - Population.items.middle
        if surplus < 0 {
            let projects = try await handle.perform { try $0.fetchIDs(FetchRequest(Project.self)) }
            guard !projects.isEmpty else { return }
            let request = BatchInsertRequest(WorkItem.self, of: 0..<(-surplus)) { [self] index, row in
                row.set(WorkItem.number, to: below(GraphEditor.numbers))
                row.set(WorkItem.title, to: "batch \(index)")
                row.set(WorkItem.state, to: WorkItem.states[below(WorkItem.states.count)])
            }
            try container.execute(request)
        } else {
            let first = FetchRequest(WorkItem.self).where(WorkItem.attachmentSize == 0)
                .sorted(by: WorkItem.number).offset(below(500)).limit(surplus + 1)
            try container.execute(BatchDeleteRequest(first))
        }
    }

    /// Deletes a project with its items in SQLite, their pairs with tags and the references of cursors in memory.
    private func deleteProject() async throws {
        guard try await handle.perform({ try $0.count(FetchRequest(Project.self)) }) > Population.projects.low else {
            return
        }
        let one = FetchRequest(Project.self).sorted(by: Project.number).offset(below(Population.projects.low)).limit(1)
        try container.execute(BatchDeleteRequest(one))
    }

    /// Deletes tags that are too many, in LMDB, and takes them from their items in SQLite.
    private func deleteTags() async throws {
        let surplus = try await handle.perform { try $0.count(FetchRequest(Tag.self)) } - Population.tags.middle
        guard surplus > 0 else { return }
        let some = FetchRequest(Tag.self).sorted(by: Tag.number).offset(below(400)).limit(surplus)
        try container.execute(BatchDeleteRequest(some))
    }
}
