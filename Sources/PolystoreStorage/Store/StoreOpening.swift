import Foundation
import PolystoreModel

/// The parameters of opening a store.
public struct StoreOpening: Sendable {
    /// Whether the store may be written.
    public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
        case readWrite, readOnly
    }

    /// The store's name in the store file, for messages.
    public var name: String
    /// Where the store lies; nil for a store that has no place.
    public var url: URL?
    /// The model.
    public var model: ManagedObjectModel
    /// The concrete entities that live in the store, in the model's order.
    public var entities: [ModelEntity]
    /// Which references and joins the store keeps.
    public var placement: StorePlacement
    /// Whether the store may be written.
    public var access = Access.readWrite
    /// Whether a missing store is created, with the folders that it lies in.
    public var creates = true
    /// The UUID that a durable store gets when the opening makes it: so the caller tells a store that was made from one
    /// that had been there.
    public var newIdentifier = UUID()
    /// How much of the last saves survives a power cut.
    public var durability = Durability.full
    /// How long to wait for a lock that another process holds; the nearest of `lockTimeouts`.
    public var lockTimeout = Duration.seconds(5) {
        didSet { lockTimeout = lockTimeout.clamped(to: Self.lockTimeouts) }
    }
    /// The times that a lock can be waited for: up to a year, which is longer than any real wait and which every clock
    /// can count.
    public static let lockTimeouts = Duration.zero...Duration.seconds(31_536_000)
    /// The options of the store type, checked against its declared options.
    public var options = StoreOptions()
    /// Which store each entity has its home in, to be kept in the metadata.
    public var homes: [String: [String]] = [:]
    /// The UUIDs of stores that are open in this process.
    public var openIdentifiers: Set<UUID> = []
    /// Whether a store whose UUID is open already gets a new UUID instead of an error.
    public var opensAsCopy = false

    /// Which of its statements the store traces, and their receiver; nil for none.
    public var trace: Trace?

    /// Makes an opening with the defaults.
    public init(
        name: String, url: URL?, model: ManagedObjectModel, entities: [ModelEntity], placement: StorePlacement
    ) {
        self.name = name
        self.url = url
        self.model = model
        self.entities = entities
        self.placement = placement
    }
}
