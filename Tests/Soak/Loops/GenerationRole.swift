import Polystore
import PolystoreRandom

/// Pins query generations and lets them go, reads one cut meanwhile, and saves against what others saved.
final class GenerationRole: EditingRole {
    private let container: PersistentContainer
    /// What the pinned generation shows; nil while none is pinned.
    private var pinned: (items: Int, tags: Int, steps: Int)?

    init(_ random: RandomSource, _ tally: Tally, _ container: PersistentContainer) {
        self.container = container
        super.init("generations", random, tally)
    }

    override func step(_ context: ManagedObjectContext) {
        guard let pinned else {
            if editor.random.chance(12) { pin(context) } else { super.step(context) }
            return
        }
        self.pinned?.steps += 1
        switch editor.random.below(6) {
        case 0...1: compare(context, pinned.items, pinned.tags)
        case 2: share(context, pinned.items)
        default: readFaults(context)
        }
        if pinned.steps > 10 { release(context) }
    }

    override func settle(_ context: ManagedObjectContext) {
        release(context)
        super.settle(context)
    }

    private func pin(_ context: ManagedObjectContext) {
        // A save moves the context on, so nothing is changed while a generation is pinned.
        save(context)
        run("generations", context) {
            try context.setQueryGeneration(.current)
            let items = try context.count(FetchRequest(WorkItem.self))
            pinned = (items, try context.count(FetchRequest(Tag.self)), 0)
        }
    }

    private func compare(_ context: ManagedObjectContext, _ items: Int, _ tags: Int) {
        run("reads of generations", context) {
            let found = (
                try context.count(FetchRequest(WorkItem.self)), try context.fetch(FetchRequest(Tag.self)).count
            )
            if found != (items, tags) {
                tally.report("generations: \(found) items and tags, \((items, tags)) when it was pinned")
            }
        }
    }

    /// Reads the generation in another context.
    private func share(_ context: ManagedObjectContext, _ items: Int) {
        run("shared generations", context) {
            let other = container.newConfinedContext(isolation: nil)
            try withExtendedLifetime(other) {
                try other.setQueryGeneration(context.queryGeneration)
                let count = try other.count(FetchRequest(WorkItem.self))
                if count != items {
                    tally.report("generations: another context finds \(count) items, \(items) when it was pinned")
                }
            }
        }
    }

    private func release(_ context: ManagedObjectContext) {
        pinned = nil
        run("released generations", context) { try context.setQueryGeneration(nil) }
    }
}
