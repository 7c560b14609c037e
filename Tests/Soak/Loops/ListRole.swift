import Polystore
import PolystoreRandom

/// Edits a little beside two lists that follow, with sections.
final class ListRole: EditingRole {
    private let items: ListWatch<WorkItem>
    private let tags: ListWatch<Tag>

    init(_ random: RandomSource, _ tally: Tally, _ context: ManagedObjectContext) throws {
        items = try ListWatch(
            "items by project",
            FetchRequest(WorkItem.self).where(WorkItem.state != "done").sorted(by: WorkItem.project.name)
                .sorted(by: WorkItem.number),
            sectionedBy: WorkItem.project.name, context, tally)
        tags = try ListWatch(
            "tags by band",
            FetchRequest(Tag.self).where(Tag.weight > 20).sorted(by: Tag.band).sorted(by: Tag.number, ascending: false)
                .limit(400),
            sectionedBy: Tag.band, context, tally)
        super.init("lists", random, tally)
    }

    override func step(_ context: ManagedObjectContext) {
        super.step(context)
        // A group of changes that no fetch or save ends.
        if editor.random.chance(4) { run("groups of changes", context) { try context.processPendingChanges() } }
    }

    override func check(_ context: ManagedObjectContext, _ container: PersistentContainer) {
        run("checks of lists", context) {
            try context.processPendingChanges()
            try items.check(container)
            try tags.check(container)
        }
    }
}
