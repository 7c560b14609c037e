/// Changes that are taken back together.
struct UndoGroup {
    /// The name of what the user did, for a menu.
    var name: String?
    /// The steps, oldest first.
    private(set) var steps: [UndoStep] = []

    init(name: String?, steps: [UndoStep] = []) {
        self.name = name
        for step in steps { append(step) }
    }

    /// Adds a step; one that only goes on changing objects becomes part of the last one.
    mutating func append(_ step: UndoStep) {
        if step.hasOnlyChanges, let last = steps.indices.last, steps[last].hasOnlyChanges {
            steps[last].coalesce(step)
        } else {
            steps.append(step)
        }
    }

    /// Takes the steps from an index on out of the group.
    mutating func takeSteps(from index: Int) -> [UndoStep] {
        let taken = Array(steps[index...])
        steps.removeSubrange(index...)
        return taken
    }
}
