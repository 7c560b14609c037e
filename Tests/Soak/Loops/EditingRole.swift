import Polystore
import PolystoreRandom

/// Changes, saves, rollbacks and refreshes: what every loop does, and some more besides.
class EditingRole: LoopRole {
    var editor: GraphEditor
    let tally: Tally
    /// What the role is called in reports.
    let name: String

    init(_ name: String, _ random: RandomSource, _ tally: Tally) {
        (self.name, self.tally) = (name, tally)
        editor = GraphEditor(random: random)
    }

    func step(_ context: ManagedObjectContext) {
        switch editor.random.below(20) {
        case 0...10: change(context)
        case 11...15: save(context)
        case 16: rollBack(context)
        case 17: refreshOne(context)
        case 18 where editor.random.chance(4): context.refreshAllObjects()
        default: readFaults(context)
        }
    }

    func settle(_ context: ManagedObjectContext) { save(context) }

    func check(_ context: ManagedObjectContext, _ container: PersistentContainer) {}

    /// Makes one change.
    func change(_ context: ManagedObjectContext) {
        run("changes", context) { try editor.edit(context) }
    }

    /// Saves; what the merge policy does not settle is rolled back.
    func save(_ context: ManagedObjectContext) {
        guard context.hasChanges else { return }
        run("saves", context) { try context.save() }
    }

    /// Drops what is not saved.
    func rollBack(_ context: ManagedObjectContext) {
        context.rollback()
        tally.count("rollbacks")
    }

    /// Reads an object's row again, with its changes or without.
    func refreshOne(_ context: ManagedObjectContext) {
        run("refreshes", context) {
            guard let item = try editor.pick(WorkItem.self, context) else { return }
            context.refresh(item, mergesChanges: editor.random.chance(2))
            _ = item.title
        }
    }

    /// Makes objects faults and reads them, one by one or together, with data that is kept out of rows.
    func readFaults(_ context: ManagedObjectContext) {
        run("fault reads", context) {
            let request = FetchRequest(WorkItem.self).sorted(by: WorkItem.number)
                .offset(editor.random.below(900)).limit(20)
            let items = try context.fetch(editor.random.chance(2) ? request.prefetching(WorkItem.project) : request)
            for item in items where !item.hasChanges { context.refresh(item, mergesChanges: false) }
            if editor.random.chance(2) { try context.fulfill(items) }
            for item in items { _ = (item.title, item.project?.name, item.tags.count) }
            _ = items.first { $0.attachmentSize > 0 }?.attachment
            _ = try editor.pick(Tag.self, context)?.picture
        }
    }

    /// Runs a part of a step; when it fails, the context is rolled back.
    func run(_ what: String, _ context: ManagedObjectContext, _ body: () throws -> Void) {
        tally.run(what, in: name, recover: { context.rollback() }) {
            try body()
            // What a getter met that could not throw.
            if let error = context.takeAccessError() { throw error }
        }
    }
}
