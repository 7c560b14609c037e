import PolystoreModel
import Foundation

/// The UUIDs of the stores that are open in this process, over all coordinators: a store is open once.
enum OpenStores {
    private static let identifiers = Locked<Set<UUID>>([])

    /// The UUIDs now.
    static var all: Set<UUID> { identifiers.withLock { $0 } }

    /// Enters a store; nil when it is open already.
    static func enter(_ identifier: UUID) -> OpenStoreEntry? {
        identifiers.withLock { $0.insert(identifier).inserted } ? OpenStoreEntry(identifier) : nil
    }

    static func remove(_ identifier: UUID) { _ = identifiers.withLock { $0.remove(identifier) } }
}
