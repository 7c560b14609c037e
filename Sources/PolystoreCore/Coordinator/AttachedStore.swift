import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

/// A store that a coordinator has open.
public final class AttachedStore: Sendable {
    /// Its description, as given to the coordinator.
    public let description: PersistentStoreDescription
    /// The store's number in this process.
    public let number: StoreNumber
    /// The store's UUID.
    public let identifier: UUID
    /// The store's capabilities.
    public let capabilities: StoreCapabilities
    /// The concrete entities that it serves, in the model's order.
    public let entities: [ModelEntity]
    /// Which references and joins it keeps.
    package let placement: StorePlacement
    /// The store itself.
    package let store: any PersistentStore
    /// The store's writer.
    package let writer: StoreWriter
    /// The store's shared snapshots.
    package let snapshots: SnapshotPool
    private let keys: KeyAllocator
    private let entry: OpenStoreEntry
    /// Whether only generations read the store, the last of which closes it.
    private let isLeft = Atomic<Bool>(false)

    init(
        _ store: any PersistentStore, _ description: PersistentStoreDescription, entities: [ModelEntity],
        placement: StorePlacement, entry: OpenStoreEntry, commitBarrier: CommitBarrier,
        willPublish: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.description = description
        self.entities = entities
        self.placement = placement
        self.entry = entry
        identifier = store.identifier
        number = StoreNumber(interning: store.identifier)
        capabilities = store.capabilities
        snapshots = SnapshotPool(store)
        writer = StoreWriter(
            store, name: description.name, durability: description.durability, timeout: description.lockTimeout,
            commitBarrier: commitBarrier, snapshots: snapshots, willPublish: willPublish)
        keys = KeyAllocator(writer)
    }

    deinit {
        // What was saved is as durable as promised; there is nobody left to be told what keeps the files from being closed.
        if isLeft.load(ordering: .relaxed) { try? store.close() }
    }

    /// The store's name.
    public var name: String { description.name }
    /// The name of the store's type.
    public var typeName: String { description.type }
    /// Where the store lies.
    public var url: URL? { description.url }
    /// Whether the store may be written.
    public var access: StoreOpening.Access { description.access }
    /// Whether saves survive the process.
    public var isDurable: Bool { capabilities.isDurable }
    /// Whether what the store lost is applied again from the commit log.
    var isRedoable: Bool { isDurable && capabilities.jointCommit == .redoable }
    /// Whether the store keeps transactions on the disk before they are decided.
    var isPreparing: Bool { isDurable && capabilities.jointCommit == .preparing }
    /// Whether its contents go with the process.
    public var isVolatile: Bool { !capabilities.isDurable }
    /// Whether the store works, failed, or is closed.
    public var state: StoreLifecycle.State { writer.state }
    /// The store's metadata, as of the last commit.
    public var metadata: StoreMetadata { get throws(StoreError) { try store.metadata } }

    /// Keys for new objects, at most so many and at least one.
    func newKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        guard access == .readWrite else { throw StoreError(.readOnly, [.store: name, .entity: root.name]) }
        return try keys.next(root, count: count)
    }

    /// Gives unused keys back and closes the store.
    func close() throws(StoreError) {
        defer { if state == .closed { entry.giveUp() } }
        try close { () throws(StoreError) in try writer.close() }
    }

    /// Gives unused keys back and takes no more saves; the store is closed with the last reference to it.
    func closeForWriting() throws(StoreError) {
        isLeft.store(true, ordering: .relaxed)
        try close { () throws(StoreError) in try writer.closeForWriting() }
    }

    private func close(_ closeWriter: () throws(StoreError) -> Void) throws(StoreError) {
        var failure: StoreError?
        if access == .readWrite, state == .open {
            // Keys that cannot be given back are lost; the store is closed all the same.
            do throws(StoreError) { try keys.giveBack() } catch { failure = error }
        }
        do throws(StoreError) { try closeWriter() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }
}
