import PolystoreModel
import PolystoreStorage

/// A scratchpad on the graph: hands out objects, tracks what is changed, and saves it as a whole.
///
/// In a context there is one object for each object ID. Nothing is written before `save`, which is all or nothing (P2)
/// and returns when the changes are on disk (P3).
///
/// A context is not `Sendable`: it lives in the region that made it (the main actor for a container's `viewContext`) or
/// is passed to the closure of `ContextHandle.perform`. What crosses is the `handle`.
///
/// Clean objects without other references are let go (P9): the context holds changed objects only.
public final class ManagedObjectContext {
    /// The coordinator that routes to the stores.
    public let coordinator: PersistentStoreCoordinator
    /// The handle that may cross to other threads and tasks; performs work on this context.
    public var handle: ContextHandle {
        if let known = ownedHandle ?? privateHandle { return known }
        let made = ContextHandle(of: self)
        if executor.confinement == .privateQueue { privateHandle = made } else { ownedHandle = made }
        return made
    }
    /// How conflicts at save are settled.
    public var mergePolicy = MergePolicy.error
    /// The context's name, for messages and history.
    public var name: String? {
        didSet { source.setReader(name: name, author: transactionAuthor) }
    }
    /// The author of the changes, for history.
    public var transactionAuthor: String? {
        didSet { source.setReader(name: name, author: transactionAuthor) }
    }
    /// Whether the changes that other contexts save are merged into this one as they come; into a context of a thread, when
    /// it fetches, saves or processes pending changes next.
    public var automaticallyMergesChangesFromParent = false {
        didSet { updateAutomaticMerging() }
    }

    /// The error of an access that could not throw: a fault that could not be read, a value that could not be set.
    ///
    /// While there is one, `save`, `fetch` and the end of `perform` throw it. `rollback`, `refresh`, `reset` and
    /// `takeAccessError` clear it.
    @exclusivity(unchecked) public internal(set) var accessError: (any Error)?

    /// Whether events are posted to `NotificationCenter` as well.
    public var postsNotifications = false {
        didSet { listenAgain() }
    }

    /// How many faults may be fulfilled one at a time before it is an error; by default as many as one likes.
    ///
    /// Setting it begins a new count.
    public var faultPolicy = FaultPolicy.unlimited {
        didSet { faultCounter = FaultCounter() }
    }

    /// What takes changes back; nil, as at first, for a context that keeps none of them.
    ///
    /// A manager is of one context: one that another context has is taken from it. What was kept before is forgotten.
    public var undoManager: ContextUndoManager? {
        didSet { changeUndoManager(from: oldValue) }
    }

    /// Whether `withObservationTracking` follows the properties of the context's objects; false at first, and reading them costs
    /// nothing more then.
    ///
    /// A property that is read in the tracked closure tells before it changes: by a setter, the inverse of a relationship, a merge,
    /// a refresh, undo or a rollback. Each object has to be read where its context may be used.
    public var isObservable = false {
        didSet { updateObservation() }
    }

    package let source: any ObjectSource
    /// Where the context may be used.
    let executor: ContextExecutor
    /// The handle of a context that is not private: the context keeps it.
    private var ownedHandle: ContextHandle?
    /// The handle of a private context: it keeps the context.
    private weak var privateHandle: ContextHandle?
    package let classes: EntityClasses
    package let anchor = ContextAnchor()
    /// The objects that the context knows.
    let maps = IdentityMaps()
    /// How often the context was reset.
    var resetCount = 0
    var faultBatches: [IdentityMaps.Key: ObjectBatch] = [:]
    var defaultRows: [DefaultRowKey: RowBatch] = [:]
    // One thread at a time uses the context and no access of these is re-entrant, so the runtime's exclusivity checks have
    // nothing to find, at every object.
    /// The batches of default rows that were used last, by the index of the entity.
    @exclusivity(unchecked) var defaultBatches: [ObjectBatch?]
    /// The checks at save, by the index of the entity.
    @exclusivity(unchecked) var objectChecks: [ObjectChecks?]
    /// The keys for new objects, by the index of the entity.
    @exclusivity(unchecked) var reservedKeys: [ReservedKeys]
    @exclusivity(unchecked) var lastBatch: ObjectBatch?
    /// The objects with changes, in the order of their first change.
    @exclusivity(unchecked) var tracked: [ManagedObject] = []
    @exclusivity(unchecked) var toMany: [ToManyKey: ToManyState] = [:]
    /// The results of fetched properties.
    var fetchedProperties: [ObjectID: [String: [ObjectID]]] = [:]
    /// The keys of all states of `toMany` that may hold changes, so that a save looks at these alone.
    @exclusivity(unchecked) var changedToMany: Set<ToManyKey> = []
    /// Objects whose rows could not be read, to be tried anew after a rollback.
    var inaccessibleObjects: [ManagedObject] = []
    /// Objects with to-one relationships that were found through the other side.
    var ownersWithUnstoredReferences: Set<ObjectID> = []
    /// What was read one at a time; empty while it is not counted.
    var faultCounter = FaultCounter()
    @exclusivity(unchecked) var unpropagatedDeletes: [ManagedObject] = []
    var nextProvisionalKey: Int64 = 0
    @exclusivity(unchecked) var routingCache: RoutingCache?
    var pruneThreshold = 1024
    /// The bytes of the batches of rows that objects held when they were looked at last, and of those taken since.
    @exclusivity(unchecked) var rowBytesTaken = 0
    /// At more of them they are looked at again.
    var rowBytesThreshold = ManagedObjectContext.leastRowBytes
    /// Rows that objects left in the last pruning, kept until the next: it may be one of a fetch in a hook, whose
    /// caller still reads them.
    var leftRows: [RowBatch] = []
    /// How often the context was swept.
    var pruneCount: UInt64 = 0
    /// Tells observers; nil while the context is not observable.
    @exclusivity(unchecked) var observation: ContextObservation?
    @exclusivity(unchecked) var isAwaking = false
    @exclusivity(unchecked) package var journal = ChangeJournal()
    /// Reads the journal when a group of changes ends, before it is cleared.
    package var journalReader: ((ChangeJournal) -> Void)?
    /// Whether changes are being taken back, or made again.
    var isTakingBack: Bool { undoManager?.isTakingBack ?? false }
    /// Whether a save has begun and not ended.
    var isSaving = false
    var cancellation: CancellationFlag?
    var automaticMerging: Listening?
    /// The context's number in this process; never reused.
    let number = ContextNumber.next()
    let saveBroadcast = Broadcast<SaveEvent>()
    /// The children that there are.
    let children = ChildCounter()
    /// From which versions children may go on; of children that are gone nothing is kept.
    @exclusivity(unchecked) var childLineage = ChildLineage()
    /// The reads that hand out batches now, the innermost last.
    @exclusivity(unchecked) var streamedReads: [StreamedRead] = []
    /// The changes that children save into this context, and those that are merged into it.
    let childSaves = Broadcast<SaveEvent>()
    let changeBroadcast = Broadcast<ChangeEvent>()

    struct DefaultRowKey: Hashable {
        let store: StoreNumber
        let entity: Int
    }

    package init(
        coordinator: PersistentStoreCoordinator, classes: EntityClasses, source: any ObjectSource,
        confinement: ContextConfinement
    ) {
        self.coordinator = coordinator
        self.classes = classes
        self.source = source
        executor = ContextExecutor(confinement)
        defaultBatches = Array(repeating: nil, count: coordinator.model.entities.count)
        objectChecks = Array(repeating: nil, count: coordinator.model.entities.count)
        reservedKeys = Array(repeating: ReservedKeys(), count: coordinator.model.entities.count)
        anchor.unmanaged = Unmanaged.passUnretained(self)
        executor.attach(self)
    }

    deinit { anchor.unmanaged = nil }

    /// The model of the coordinator.
    public var model: ManagedObjectModel { coordinator.model }

    /// Whether a value may be written without further questions: by a caller in the right place, where no value decides
    /// the object's store.
    var takesPlainValues: Bool {
        executor.isCurrent && coordinator.hasNoPartitions && !journal.keepsProperties && observation == nil
    }

    /// Takes the access error, so that the context can be used again.
    public func takeAccessError() -> (any Error)? {
        noteMisuse()
        defer { accessError = nil }
        return accessError
    }

    /// Forgets the access error.
    func clearAccessError() { _ = takeAccessError() }

    /// Keeps the first error of an access that could not throw.
    package func recordAccessError(_ error: any Error) {
        if accessError == nil { accessError = error }
    }

    /// Does something that an access error from elsewhere does not concern: the error is there again afterwards.
    func settingAccessErrorAside<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = accessError
        accessError = nil
        defer { accessError = before ?? accessError }
        return try body()
    }

    /// Throws the access error, if there is one.
    package func throwAccessError() throws {
        noteMisuse()
        if let accessError { throw accessError }
    }
}
