import PolystoreModel

/// Keeps the changes of one context, so that they can be taken back and made again.
///
/// Changes are kept in groups. A group ends with the event: at `processPendingChanges`, at the end of `perform` and at
/// `save`; `beginGroup` and `endGroup` make one of several events. What is kept of a change is the value before it, so
/// `undo` returns to the state before the group, also across saves, which leave the groups as they are.
///
///     context.undoManager = ContextUndoManager()
///     book.title = "Emma"
///     try context.save()
///     try context.undo()     // the former title, not saved yet
///     try context.redo()     // "Emma" again
///
/// Not kept are primitive values, and what other contexts change: see `ManagedObjectContext.undo`. `rollback` and `reset`
/// forget all groups. It is used where its context is.
public final class ContextUndoManager {
    /// What the context does now.
    enum Activity {
        case editing
        case saving
        case undoing
        case redoing
    }

    /// A group that was begun and not ended.
    struct OpenGroup {
        let name: String?
        /// The index of its first step in `openSteps`.
        let start: Int
    }

    /// How many groups can be taken back; 0, the default, for as many as there are.
    ///
    /// The oldest are forgotten.
    public var levels: Int {
        didSet { dropOldest() }
    }

    /// The context; nil while there is none.
    public internal(set) weak var context: ManagedObjectContext?

    var activity = Activity.editing
    var undoGroups: [UndoGroup] = []
    var redoGroups: [UndoGroup] = []
    /// The steps of the event that has not ended, outside of open groups.
    var eventSteps: [UndoStep] = []
    /// The name for the group of that event.
    var eventName: String?
    /// The groups that are open, the innermost last.
    var openGroups: [OpenGroup] = []
    var openSteps: [UndoStep] = []
    /// What takes back what is being taken back.
    var reverse: [UndoStep] = []
    /// The objects that taking back has changed in any way.
    var touched: Set<ObjectID> = []
    /// How often registration was switched off.
    var offCount = 0
    let broadcast = Broadcast<UndoEvent>()

    /// Makes a manager; give it to a context's `undoManager`.
    ///
    /// - Parameter levels: How many groups can be taken back, 0 for as many as there are.
    public init(levels: Int = 0) { self.levels = levels }

    /// Whether changes are being taken back, or made again.
    public var isTakingBack: Bool { activity == .undoing || activity == .redoing }

    /// Whether there are changes to take back.
    public var canUndo: Bool { !undoGroups.isEmpty || hasOpenChanges }
    /// Whether there are changes to make again.
    public var canRedo: Bool { !redoGroups.isEmpty && !hasOpenChanges }

    /// Whether something was changed that is in no ended group.
    private var hasOpenChanges: Bool {
        guard let context, !isTakingBack else { return false }
        return !eventSteps.isEmpty || context.journal.hasReversibleChanges || !context.unpropagatedDeletes.isEmpty
    }

    /// The name of the group that `undo` would take back.
    public var undoName: String? { hasOpenChanges ? eventName : undoGroups.last?.name }
    /// The name of the group that `redo` would make again.
    public var redoName: String? { canRedo ? redoGroups.last?.name : nil }
    /// The names of the ended groups that can be taken back, the newest first.
    public var undoNames: [String?] { undoGroups.reversed().map(\.name) }
    /// The names of the groups that can be made again, the next first.
    public var redoNames: [String?] { redoGroups.reversed().map(\.name) }

    /// What happens to the groups from now on; ends when the manager goes.
    public var events: AsyncStream<UndoEvent> { broadcast.values() }

    /// Forgets all groups, also those that are open, and what was changed since the last one.
    public func removeAll() {
        (undoGroups, redoGroups, eventSteps, eventName) = ([], [], [], nil)
        (openGroups, openSteps, reverse) = ([], [], [])
        context?.journal.withdrawReversibleChanges()
        tell(.didRemoveAll, nil)
    }

    func tell(_ kind: UndoEvent.Kind, _ name: String?) {
        let event = UndoEvent(kind: kind, name: name)
        broadcast.send(event)
        if let context { ContextNotifications.post(event, of: context) }
    }

    func dropOldest() {
        guard levels > 0, undoGroups.count > levels else { return }
        undoGroups.removeFirst(undoGroups.count - levels)
    }
}
