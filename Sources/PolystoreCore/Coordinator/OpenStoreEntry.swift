import PolystoreModel
import Foundation

/// A store's place among the open ones: given up once, at the store's close or when the last reference to the store
/// ends.
final class OpenStoreEntry: Sendable {
    private let identifier: UUID
    private let isHeld = Locked(true)

    init(_ identifier: UUID) { self.identifier = identifier }

    deinit { giveUp() }

    func giveUp() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { OpenStores.remove(identifier) }
    }
}
