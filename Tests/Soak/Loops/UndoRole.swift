import Polystore
import PolystoreRandom

/// Edits with an undo manager that keeps a limited number of groups, and takes changes back and makes them again.
final class UndoRole: EditingRole {
    private let undoManager = ContextUndoManager(levels: 20)

    init(_ random: RandomSource, _ tally: Tally, _ context: ManagedObjectContext) {
        super.init("undo", random, tally)
        context.undoManager = undoManager
    }

    override func step(_ context: ManagedObjectContext) {
        switch editor.random.below(10) {
        case 0...1: undo(context)
        case 2: redo(context)
        case 3: group(context)
        default: super.step(context)
        }
        if undoManager.undoNames.count > undoManager.levels {
            tally.report("undo: \(undoManager.undoNames.count) groups are kept, \(undoManager.levels) may be")
        }
    }

    private func undo(_ context: ManagedObjectContext) {
        guard undoManager.canUndo else { return }
        run("undone groups", context) { try context.undo() }
    }

    private func redo(_ context: ManagedObjectContext) {
        guard undoManager.canRedo else { return }
        run("redone groups", context) { try context.redo() }
    }

    /// Several changes as one group, now and then given up.
    private func group(_ context: ManagedObjectContext) {
        run("groups", context) {
            let isGivenUp = editor.random.chance(4)
            do {
                try undoManager.group("Several") {
                    for _ in 0..<3 { try editor.edit(context) }
                    if isGivenUp { throw SoakFailure("given up") }
                }
            } catch is SoakFailure {
                tally.count("groups given up")
            }
        }
    }
}
