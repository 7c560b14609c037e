import Foundation
import PolystoreModel

/// The description of a store for a coordinator and the store's type: the content of one entry of a store file.
///
/// A type finds its store by what it needs of the description: a URL, the options, or the name.
///
/// A store serves the entities of a configuration, or some named entities, or, when neither is given, every entity of
/// the model. A listed entity brings its subentities unless they are listed elsewhere.
public struct PersistentStoreDescription: Hashable, Sendable {
    /// The store's name, unique within the coordinator.
    public var name: String
    /// The name of the store's type, one of those that the coordinator was given.
    public var type: String
    /// Where the store lies; nil for a type without a place.
    public var url: URL?
    /// The configuration of the model that the store serves; never together with `entities`.
    public var configuration: String?
    /// The names of the entities that the store serves; never together with `configuration`.
    public var entities: [String]?
    /// Whether the store serves all entities that no other store lists; never together with `configuration` or `entities`,
    /// and of one store only.
    public var servesUnlistedEntities = false
    /// Whether the store may be written.
    public var access = StoreOpening.Access.readWrite
    /// Whether a missing store is created.
    public var creates = true
    /// How much of the last saves survives a power cut.
    public var durability = Durability.full
    /// How long to wait for a lock: for another process at opening, and for its turn at a save; the nearest of
    /// `StoreOpening.lockTimeouts`.
    public var lockTimeout = Duration.seconds(5) {
        didSet { lockTimeout = lockTimeout.clamped(to: StoreOpening.lockTimeouts) }
    }
    /// The options of the store's type.
    public var options = StoreOptions()
    /// Whether a store whose UUID is open already gets a new UUID instead of an error.
    public var opensAsCopy = false

    /// Makes the description of a store that serves every entity.
    public init(name: String, type: String, url: URL? = nil) {
        self.name = name
        self.type = type
        self.url = url
    }

    /// Makes the description of a store at a place, named after that: for operations that know no other name.
    public init(_ type: StoreType, at url: URL) { self.init(name: url.lastPathComponent, type: type, url: url) }

    /// Makes the description of a store that serves every entity.
    public init(name: String, type: StoreType, url: URL? = nil) { self.init(name: name, type: type.name, url: url) }
}
