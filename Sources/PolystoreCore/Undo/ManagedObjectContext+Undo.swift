import PolystoreModel

extension ManagedObjectContext {
    /// Takes the last group of changes back: values, related objects and the order of lists are as before it, objects that
    /// it inserted go, and objects that it deleted return under their own IDs, as the same Swift objects.
    ///
    /// The event ends first, so that what was changed last is taken back. Nothing is saved. A group that was saved is taken
    /// back by changes which the next save makes: an insertion by a deletion, a deletion by an insertion of the same object.
    ///
    /// What other contexts changed and this one merged since is not in the groups. It stays, but for the properties that
    /// the group changed, which return to their values; both sides of a relationship always agree. Objects that others have
    /// deleted are left out, and links to them.
    ///
    /// Everything that has to be read is read first: when that fails, nothing is taken back.
    ///
    /// - Throws: `ContextError` with code `noUndoGroup` when there is nothing to take back, `undoGroupOpen` while a group is
    ///   open, a save is under way or changes are taken back; the access error, and what stores throw.
    /// - Complexity: Linear in the changes of the group; one round trip for each store and hierarchy with objects that are
    ///   not in memory, and one for each ordered or many-to-many relationship.
    public func undo() throws { try move(.undoing) }

    /// Makes the group again that was taken back last; see `undo`.
    ///
    /// A change by the program forgets what could be made again.
    ///
    /// - Throws: What `undo` throws.
    public func redo() throws { try move(.redoing) }

    private func move(_ direction: ContextUndoManager.Activity) throws {
        try requireExecutor()
        try throwAccessError()
        guard let undoManager else { throw ContextError(.noUndoGroup) }
        guard !isSaving, undoManager.activity == .editing, undoManager.openGroups.isEmpty else {
            throw ContextError(.undoGroupOpen)
        }
        try processPendingChanges()
        let groups = direction == .undoing ? undoManager.undoGroups : undoManager.redoGroups
        guard let group = groups.last else { throw ContextError(.noUndoGroup) }
        try takeBack(group.steps, as: direction)
        undoManager.exchange(group, direction)
        try throwAccessError()
    }

    /// Takes steps back, the newest first, and leaves what takes that back in the manager.
    func takeBack(_ steps: [UndoStep], as direction: ContextUndoManager.Activity) throws {
        guard let undoManager else { throw ContextError(.noUndoGroup) }
        try readForUndo(steps)
        undoManager.activity = direction
        undoManager.touched = []
        defer { undoManager.activity = .editing }
        var touched = TouchedObjects()
        for step in steps.reversed() { takeBack(step, &touched) }
        // A delete rule that fails is the access error: what was taken back stays whole, with its opposite in the manager.
        endStep()
        for objectID in undoManager.touched { if let object = registered(objectID) { forgetVainChanges(of: object) } }
        tracked.removeAll { !$0.flags.contains(.tracked) }
        for object in touched.returned where isLive(object) { awake(object, from: .undoDeletion) }
        for object in touched.changed.subtracting(touched.returned) where isLive(object) {
            awake(object, from: .undoUpdate)
        }
    }

    /// Calls the hook of an object whose values were exchanged; what it sets does not count as a change.
    func awake(_ object: ManagedObject, from events: SnapshotEvents) {
        let outer = isAwaking
        isAwaking = true
        object.awake(fromSnapshotEvents: events)
        isAwaking = outer
    }

    /// Hands what changed since the last announcement to the undo manager.
    func takeUndoStep() {
        guard let undoManager, journal.isReversible, journal.hasReversibleChanges else { return }
        if undoManager.isTakingBack { undoManager.touched.formUnion(journal.updated) }
        let step = UndoStep(&journal) { toMany[$0]?.members }
        if !step.isEmpty { undoManager.take(step) }
    }

    /// Ends a step of the event, before what follows is left out or kept again.
    func endStep() {
        do {
            try applyPendingDeletes()
        } catch {
            recordAccessError(error)
        }
    }

    /// Lets the journal keep what the manager needs.
    func changeUndoManager(from old: ContextUndoManager?) {
        guard old !== undoManager else { return }
        if let old, old.context === self {
            for _ in 0..<old.offCount { journal.resume() }
            old.removeAll()
            old.context = nil
        }
        if let undoManager {
            if let other = undoManager.context { other.undoManager = nil }
            undoManager.context = self
            undoManager.removeAll()
            for _ in 0..<undoManager.offCount { journal.pause() }
        }
        journal.isReversible = undoManager != nil
        journal.depth = undoManager == nil ? .nothing : .properties
        listenAgain()
    }
}
