import Foundation
import PolystoreModel
import PolystoreStorage

/// Model, stores and contexts in one: what most programs make once and keep.
public final class PersistentContainer: Sendable {
    /// The coordinator of the stores.
    public let coordinator: PersistentStoreCoordinator
    /// Which class the objects of each entity have.
    public let classes: EntityClasses
    private let main: MainContext
    private let faultPolicyOfContexts = Locked(FaultPolicy.unlimited)

    /// The fault policy of the contexts that are made from now on.
    public var faultPolicy: FaultPolicy {
        get { faultPolicyOfContexts.withLock { $0 } }
        set { faultPolicyOfContexts.withLock { $0 = newValue } }
    }

    /// Makes a container around a coordinator whose stores are open.
    public init(coordinator: PersistentStoreCoordinator, classes: EntityClasses) {
        self.coordinator = coordinator
        self.classes = classes
        main = MainContext()
    }

    /// Makes a container for classes and opens stores.
    ///
    /// - Throws: `ModelError` with every problem of the classes' descriptions; `CoordinatorError` when a store cannot be
    ///   opened: then none is.
    public convenience init(
        model types: [any Entity.Type], stores: [PersistentStoreDescription], partitions: [PartitionRule] = [],
        storeTypes: [StoreType], missingStores: MissingStorePolicy = .refuse
    ) throws {
        let model = try ManagedObjectModel.describing(types)
        try self.init(
            model: model, classes: EntityClasses(model: model, classes: types), stores: stores, partitions: partitions,
            storeTypes: storeTypes, missingStores: missingStores)
    }

    /// Makes a container for a model and opens stores.
    ///
    /// - Throws: `CoordinatorError` when a store cannot be opened: then none is.
    public convenience init(
        model: ManagedObjectModel, classes: EntityClasses? = nil, stores: [PersistentStoreDescription],
        partitions: [PartitionRule] = [], storeTypes: [StoreType], missingStores: MissingStorePolicy = .refuse
    ) throws {
        let coordinator = PersistentStoreCoordinator(model: model, storeTypes: storeTypes)
        try coordinator.addStores(stores, partitions: partitions, missingStores: missingStores)
        self.init(coordinator: coordinator, classes: classes ?? EntityClasses(model: model))
    }

    /// The model.
    public var model: ManagedObjectModel { coordinator.model }

    /// Adds a function to the expression language, for all requests from now on.
    ///
    /// - Throws: `QueryError` with code `invalidFunctionName` when another function has the name.
    public func register(_ function: ExtensionFunction) throws(QueryError) { try coordinator.register(function) }

    /// The context of the main actor, made at the first use.
    @MainActor public var viewContext: ManagedObjectContext {
        main.context { makeContext(.main) }
    }

    /// Makes a context with a queue of its own.
    public func newBackgroundContext() -> ContextHandle {
        // The handle keeps its context, not the other way round.
        makeContext(.privateQueue).handle
    }

    /// Makes a context for the code that asks for it: it performs no work for other threads.
    ///
    /// Outside of tasks it belongs to the running thread. In a task or an actor it belongs to that, also after an `await`
    /// that goes on on another thread; the compiler refuses to let it out, because contexts are not `Sendable`. An actor
    /// that joins the context of a handle is the better way: there nothing is left to the caller.
    ///
    /// The caller holds it: objects do not keep their context alive. Of `newConfinedContext().fetch(…)` the values that were
    /// read are left; reading a fault or a relationship, or setting a value, stops a debug build. A release build writes
    /// the sentence to standard error, gives zeros and nothing, and the throwing accessors throw `ContextError` with code
    /// `contextGone`. Hold a local context to the end with `withExtendedLifetime`, or use `withConfinedContext(_:)`.
    public func newConfinedContext(isolation: isolated (any Actor)? = #isolation) -> ManagedObjectContext {
        makeContext(.thread)
    }

    /// Calls a closure with a context that ends with it: the context is held to the end of the closure.
    ///
    /// - Throws: The closure's error.
    public func withConfinedContext<Result: Sendable>(
        _ body: @Sendable (ManagedObjectContext) throws -> Result
    ) rethrows -> Result {
        let context = makeContext(.thread)
        return try withExtendedLifetime(context) { try body(context) }
    }

    /// Performs work on a context of its own that ends with it.
    ///
    /// - Throws: The work's error; see `ContextHandle.perform`.
    @discardableResult
    public func performBackgroundTask<Result: Sendable>(
        _ work: @escaping @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        try await newBackgroundContext().perform(work)
    }

    /// The store that holds an object.
    ///
    /// - Precondition: The store is open.
    public func store(of object: ManagedObject) -> AttachedStore {
        guard let store = coordinator.store(object.batch.store) else {
            preconditionFailure("the object's store is not open")
        }
        return store
    }

    /// Gives unused keys back and closes every store.
    public func close() throws { try coordinator.close() }

    private func makeContext(_ confinement: ContextConfinement) -> ManagedObjectContext {
        let source = CoordinatorSource(coordinator)
        let context = ManagedObjectContext(
            coordinator: coordinator, classes: classes, source: source, confinement: confinement)
        context.faultPolicy = faultPolicy
        return context
    }
}
