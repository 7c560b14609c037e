import Foundation
import PolystoreModel

/// A kind of store that a program can use: what a backend adds as a static member, and a program passes in.
///
/// There is no process-wide registry: a program lists the types that it links, as in `[.sqlite, .memory]`.
public struct StoreType: Sendable {
    /// The name in the store file.
    public let name: String
    /// The library product that holds the type, for messages.
    public let product: String
    /// Whether stores of the type lie at a URL.
    public let hasURL: Bool
    /// The options that the type understands.
    public let options: [Option]
    /// What its stores can do.
    public let capabilities: StoreCapabilities
    /// Opens or creates a store.
    public let open: @Sendable (StoreOpening) throws(StoreError) -> any PersistentStore
    /// Reads what a store keeps about itself, without opening it for use.
    public let metadata: @Sendable (URL) throws(StoreError) -> StoreMetadata
    /// Throws when a program has the store open for writing; nothing happens when there is none.
    ///
    /// Whoever is about to replace several stores asks all of them before the first is removed.
    public let requireFree: @Sendable (URL) throws(StoreError) -> Void
    /// Removes a store that nobody has open; nothing happens when there is none.
    public let destroy: @Sendable (URL) throws(StoreError) -> Void
    /// Copies a store that may be open to a place where nothing is; the copy keeps the UUID.
    public let copy: @Sendable (URL, URL) throws(StoreError) -> Void

    /// Makes a type.
    public init(
        name: String, product: String, hasURL: Bool, options: [Option], capabilities: StoreCapabilities,
        open: @escaping @Sendable (StoreOpening) throws(StoreError) -> any PersistentStore,
        metadata: @escaping @Sendable (URL) throws(StoreError) -> StoreMetadata,
        requireFree: @escaping @Sendable (URL) throws(StoreError) -> Void = { _ in },
        destroy: @escaping @Sendable (URL) throws(StoreError) -> Void,
        copy: @escaping @Sendable (URL, URL) throws(StoreError) -> Void
    ) {
        self.name = name
        self.product = product
        self.hasURL = hasURL
        self.options = options
        self.capabilities = capabilities
        self.open = open
        self.metadata = metadata
        self.requireFree = requireFree
        self.destroy = destroy
        self.copy = copy
    }
}
