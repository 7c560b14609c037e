import PolystoreModel

extension ContextUndoManager {
    /// How many groups are open within each other.
    public var groupingLevel: Int { openGroups.count }

    /// Begins a group, which ends at `endGroup` and not with the event; one within another is taken back with it.
    ///
    /// What was changed in the event before is a group of its own.
    ///
    /// - Parameter name: The name of what the user does, for a menu.
    /// - Throws: `ContextError` with code `contextGone` without a context, `undoGroupOpen` while changes are taken back or
    ///   saved, and what `processPendingChanges` throws.
    public func beginGroup(_ name: String? = nil) throws {
        let context = try editedContext()
        try context.processPendingChanges()
        openGroups.append(OpenGroup(name: name, start: openSteps.count))
    }

    /// Ends the group that was begun last.
    ///
    /// - Parameter joiningLast: Whether the group becomes part of the one before it when that has the same name and nothing
    ///   was taken back since: as letters become a word.
    /// - Throws: `ContextError` with code `noUndoGroup` when none is open, and what `beginGroup` throws.
    public func endGroup(joiningLast: Bool = false) throws {
        let context = try editedContext()
        guard openGroups.last != nil else { throw ContextError(.noUndoGroup) }
        try context.processPendingChanges()
        guard let ended = openGroups.popLast(), openGroups.isEmpty else { return }
        let steps = openSteps
        openSteps = []
        close(UndoGroup(name: ended.name, steps: steps), joiningLast: joiningLast)
    }

    /// Takes back what was changed since the innermost open group began, and ends it; everything is as if it had not begun.
    ///
    /// - Throws: `ContextError` with code `noUndoGroup` when none is open, and what `undo` throws.
    public func cancelGroup() throws {
        let context = try editedContext()
        guard let group = openGroups.last else { throw ContextError(.noUndoGroup) }
        try context.processPendingChanges()
        let steps = Array(openSteps[group.start...])
        try context.takeBack(steps, as: .undoing)
        reverse = []
        // A hook or an observer that rolled back meanwhile has forgotten the group.
        guard openGroups.popLast() != nil else { return }
        openSteps.removeSubrange(group.start...)
    }

    /// Makes all changes of a closure one group; when it throws, they are taken back.
    ///
    /// - Parameters:
    ///   - name: The name of what the user does, for a menu.
    ///   - joiningLast: See `endGroup`.
    ///   - body: Changes objects.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, and what `beginGroup` and `endGroup` throw.
    public func group<Result>(
        _ name: String? = nil, joiningLast: Bool = false, _ body: () throws -> Result
    ) throws -> Result {
        try beginGroup(name)
        let result: Result
        do {
            result = try body()
        } catch {
            // What made the closure fail may be the access error, which nothing can be taken back beside.
            context?.clearAccessError()
            try cancelGroup()
            throw error
        }
        try endGroup(joiningLast: joiningLast)
        return result
    }

    /// Names the open group, or else the event that has not ended.
    public func setName(_ name: String?) {
        if let open = openGroups.popLast() {
            openGroups.append(OpenGroup(name: name, start: open.start))
        } else {
            eventName = name
        }
    }

    /// The context, when it can be edited now.
    private func editedContext() throws -> ManagedObjectContext {
        guard let context else { throw ContextError(.contextGone) }
        guard activity == .editing else { throw ContextError(.undoGroupOpen) }
        return context
    }

    /// Takes a step of the context.
    func take(_ step: UndoStep) {
        switch activity {
        case .undoing, .redoing: reverse.append(step)
        // What `willSave` changes belongs to what is being saved.
        case .saving:
            if openGroups.isEmpty {
                if !undoGroups.isEmpty { undoGroups[undoGroups.count - 1].append(step) }
            } else {
                openSteps.append(step)
            }
        case .editing: if openGroups.isEmpty { eventSteps.append(step) } else { openSteps.append(step) }
        }
    }

    /// Ends the event: what was changed in it is a group.
    func endEvent() {
        guard activity == .editing, openGroups.isEmpty else { return }
        defer { eventName = nil }
        guard !eventSteps.isEmpty else { return }
        let steps = eventSteps
        eventSteps = []
        close(UndoGroup(name: eventName, steps: steps), joiningLast: false)
    }

    private func close(_ group: UndoGroup, joiningLast: Bool) {
        if group.steps.isEmpty { return }
        if joiningLast, let name = group.name, let last = undoGroups.indices.last, undoGroups[last].name == name,
            redoGroups.isEmpty
        {
            for step in group.steps { undoGroups[last].append(step) }
        } else {
            undoGroups.append(group)
            dropOldest()
        }
        redoGroups = []
        tell(.didCloseGroup, group.name)
    }

    /// Ends the event before a save makes changes of its own.
    func beginSaving() {
        endEvent()
        if activity == .editing { activity = .saving }
    }

    /// Ends what a save changes.
    func endSaving() {
        if activity == .saving { activity = .editing }
    }
}
