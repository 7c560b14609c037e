import Polystore
import PolystoreRandom

/// Edits in child contexts, confined ones and ones with queues, whose saves come into this context before they are saved.
final class FamilyRole: EditingRole {
    init(_ random: RandomSource, _ tally: Tally) { super.init("children", random, tally) }

    override func step(_ context: ManagedObjectContext) {
        switch editor.random.below(8) {
        case 0...1: editInChild(context)
        case 2: editOnQueue(context)
        default: super.step(context)
        }
    }

    private func editInChild(_ context: ManagedObjectContext) {
        run("child saves", context) {
            let child = context.newConfinedChildContext()
            child.mergePolicy = .mergeByPropertyObjectTrump
            try withExtendedLifetime(child) {
                for _ in 0...editor.random.below(3) { try editor.edit(child) }
                if !editor.random.chance(6) { try child.save() }
            }
        }
    }

    private func editOnQueue(_ context: ManagedObjectContext) {
        run("child saves on queues", context) {
            let seed = editor.random.next()
            try context.newChildContext().performAndWait { child in
                child.mergePolicy = .mergeByPropertyStoreTrump
                var editor = GraphEditor(random: RandomSource(seed: seed))
                for _ in 0..<2 { try editor.edit(child) }
                try child.save()
            }
        }
    }
}
