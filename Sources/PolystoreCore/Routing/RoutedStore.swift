import PolystoreModel

/// What routing needs to know of a store, before any store is open.
struct RoutedStore: Hashable, Sendable {
    /// The store's name.
    var name: String
    /// Whether its contents go with the process.
    var isVolatile: Bool
    /// Whether it may not be written.
    var isReadOnly: Bool
    /// The entities that are listed for it; nil lists the roots of all hierarchies.
    var listed: [ModelEntity]?
    /// Whether it serves what no store lists, and nothing else.
    var servesUnlisted = false
}
