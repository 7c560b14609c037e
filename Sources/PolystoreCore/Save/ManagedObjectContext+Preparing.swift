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
        try validate()
        try settleValidation()
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

    /// Calls `willSave` of objects that a validation has changed, and validates again, until a pass leaves them as the pass
    /// before did: a validation that sets what it has set before is at its end.
    private func settleValidation() throws {
        var known: [ObjectIdentifier: ValidatedContent] = [:]
        var rounds = 0
        while true {
            let changed = unvisited()
            let contents = changed.map(ValidatedContent.init)
            if zip(changed, contents).allSatisfy({ known[ObjectIdentifier($0)] == $1 }) { return }
            for (object, content) in zip(changed, contents) { known[ObjectIdentifier(object)] = content }
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
