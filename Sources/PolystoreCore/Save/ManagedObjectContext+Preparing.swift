import PolystoreModel

/// What comes before a save: delete rules, hooks, validation.
extension ManagedObjectContext {
    /// How many rounds of `willSave`, or of validation, may change objects.
    private static var rounds: Int { 1000 }

    /// Applies delete rules, calls `willSave` until nothing changes, and validates until nothing changes.
    ///
    /// - Throws: `SaveError` with all failures of a pass; `ContextError` (`unstable`) for hooks that change objects without end.
    func prepareForSave() throws {
        try applyPendingDeletes()
        undoManager?.beginSaving()
        announceWillSave()
        try callWillSave(firstRound())
        try validateUntilStable()
    }

    /// Calls `willSave` of some objects, and of those that it changes.
    private func callWillSave(_ objects: [ManagedObject]) throws {
        var round = objects
        var rounds = 0
        while !round.isEmpty {
            rounds += 1
            guard rounds <= Self.rounds else { throw unstable(round) }
            round.forEach { object in
                object.flags.insert(.visited)
                object.willSave()
            }
            try applyPendingDeletes()
            round = unvisited()
        }
        try throwAccessError()
    }

    /// Validates every changed object.
    ///
    /// Calls `willSave` of those that this changes, and validates again, until a pass leaves them as the pass before did: a
    /// validation that sets what it has set before is at its end.
    func validateUntilStable() throws {
        // What a merge policy has changed is validated; its `willSave` was called before.
        tracked.forEach { $0.flags.insert(.visited) }
        try validate()
        var known: [ObjectID: ValidatedContent] = [:]
        var rounds = 0
        while true {
            let changed = unvisited()
            let contents = changed.map(ValidatedContent.init)
            if zip(changed, contents).allSatisfy({ known[$0.identity] == $1 }) { return }
            for (object, content) in zip(changed, contents) { known[object.identity] = content }
            rounds += 1
            guard rounds <= Self.rounds else { throw unstable(changed) }
            try applyPendingDeletes()
            try callWillSave(changed)
            try validate()
        }
    }

    /// The changed objects that were changed since their last `willSave`.
    private func unvisited() -> [ManagedObject] { tracked.filter { $0.hasChanges && !$0.flags.contains(.visited) } }

    private func unstable(_ objects: [ManagedObject]) -> ContextError {
        ContextError(.unstable, [.count: "\(Self.rounds)", .entity: objects.first?.entity.name])
    }

    /// The changed objects, none of which has been visited: most often all, and then the list itself.
    private func firstRound() -> [ManagedObject] {
        var areAllChanged = true
        tracked.forEach { object in
            object.flags.remove(.visited)
            if !object.hasChanges { areAllChanged = false }
        }
        return areAllChanged ? tracked : tracked.filter(\.hasChanges)
    }
}
