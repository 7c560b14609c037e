import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

/// Opens stores, routes objects to them, reads one consistent snapshot of all of them, and saves to several at once.
///
/// A coordinator may be used from any thread. Reading takes no lock of the coordinator's beyond a look at the current
/// set of stores.
public final class PersistentStoreCoordinator: Sendable {
    /// The model of the objects.
    public let model: ManagedObjectModel
    /// The types that stores can be of.
    public let storeTypes: [StoreType]
    /// Whether every reference has room to lead into another store, so that stores can be added at any time.
    public let keepsPeers: Bool
    /// Which events are traced, and their receiver; nil for none.
    public let trace: Trace?

    /// The coders of transformable attributes, by the names that the model uses.
    public let coders = ValueCoders()

    private let library = Locked(FunctionLibrary())
    let commitBarrier = CommitBarrier()
    let deletionLock = DeletionLock()
    let joint = JointCommits()
    /// How many saves there were.
    let saveCount = Atomic<Int>(0)
    let snapshotCache = SnapshotCache()
    let generations = GenerationLedger()
    /// Tells what contexts save.
    package let saves = Broadcast<SaveEvent>()
    private let attached: Locked<StoreSet?>
    /// The UUIDs of stores that were removed.
    let removed = Locked<Set<UUID>>([])
    /// Raised whenever stores come or go, so that what was concluded from them can be kept as long as it holds.
    package let generation = Atomic<Int>(0)
    private let isPartitioned = Atomic<Bool>(false)
    /// Whether the model has a relationship whose objects stand against a deletion.
    let hasDenyRules: Bool
    /// Held while stores come and go, so that changes of the set follow one another.
    let changing = NSLock()

    /// Makes a coordinator without stores.
    ///
    /// - Parameters:
    ///   - model: The model of the objects.
    ///   - storeTypes: The types that stores can be of.
    ///   - keepsPeers: Whether every reference has room to lead into another store: 4 bytes for each to-one
    ///     relationship, and stores can be added at any time.
    ///   - trace: Which events are traced, and their receiver; by default what `Trace.standard` is now.
    public init(
        model: ManagedObjectModel, storeTypes: [StoreType], keepsPeers: Bool = false, trace: Trace? = .standard
    ) {
        self.model = model
        hasDenyRules = model.entities.contains { $0.relationships.contains { $0.deleteRule == .deny } }
        self.storeTypes = storeTypes
        self.keepsPeers = keepsPeers
        self.trace = trace
        attached = Locked(nil)
    }

    /// The functions that the program has added to the expression language.
    public var functions: FunctionLibrary { library.withLock { $0 } }

    /// Adds a function to the expression language, for all requests from now on.
    ///
    /// - Throws: `QueryError` with code `invalidFunctionName` when another function has the name.
    public func register(_ function: ExtensionFunction) throws(QueryError) {
        try library.withLock { library throws(QueryError) in try library.add(function) }
    }

    /// The stores now, or nothing when none was added or the coordinator is closed.
    var current: StoreSet? { attached.withLock { $0 } }

    func replace(_ new: StoreSet?) {
        // The old set may end here, outside of the lock.
        let old = attached.withLock { attached in
            defer { attached = new }
            return attached
        }
        isPartitioned.store(!(new?.rules.isEmpty ?? true), ordering: .sequentiallyConsistent)
        snapshotCache.drop()
        generation.add(1, ordering: .sequentiallyConsistent)
        withExtendedLifetime(old) {}
    }

    /// Whether no attribute decides where an object lives: asked at every set.
    var hasNoPartitions: Bool { !isPartitioned.load(ordering: .relaxed) }

    /// The open stores, in the order of the store file.
    public var stores: [AttachedStore] { current?.stores ?? [] }

    /// The open store of a name.
    public func store(named name: String) -> AttachedStore? { current?.store(named: name) }

    /// The open store of a number; nil for the store of an object that is not reachable now.
    public func store(_ number: StoreNumber) -> AttachedStore? { current?.store(number) }

    /// The stores that may hold objects of an entity or its descendants, in the order of the store file.
    public func homes(of entity: ModelEntity) -> [AttachedStore] { current?.homes(of: entity) ?? [] }

    /// The ID that a URI names; nil when its store is not open or its entity is not in the model.
    ///
    /// Whether there is such an object is not looked at.
    public func objectID(for uri: ObjectURI) -> ObjectID? {
        guard let store = stores.first(where: { $0.identifier == uri.store }),
            let entity = model.entity(named: uri.entity)
        else { return nil }
        return ObjectID(store: store.number, root: entity.rootNumber, key: uri.key)
    }

    /// The URI of an ID; nil for an object that cannot be saved.
    public func uri(for objectID: ObjectID) -> ObjectURI? { objectID.key > 0 ? ObjectURI(objectID) : nil }

    /// The layout in which a store writes an entity's rows; nil when the store is not open or does not serve it.
    package func layout(for entity: ModelEntity, in store: StoreNumber) -> RowLayout? {
        self.store(store)?.store.layouts.layout(for: entity)
    }

    /// A key that no object of the hierarchy in the store ever had.
    package func newKey(for entity: ModelEntity, in store: StoreNumber) throws(StoreError) -> Int64 {
        try newKeys(for: entity, in: store, count: 1).lowerBound
    }

    /// Keys for new objects, at most so many and at least one.
    func newKeys(for entity: ModelEntity, in store: StoreNumber, count: Int) throws(StoreError) -> Range<Int64> {
        guard let attached = self.store(store) else { throw StoreError(.closed, [.entity: entity.name]) }
        return try attached.newKeys(entity.rootNumber, count: count)
    }
}
