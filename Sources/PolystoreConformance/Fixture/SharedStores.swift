import Foundation
import PolystoreCore
import Synchronization

/// Stores that many cases read and none writes, made by the first that asks.
final class SharedStores: Sendable {
    private let containers = Mutex<[String: Result<PersistentContainer, any Error>]>([:])

    /// The container of a name.
    func container(_ name: String, _ make: () throws -> PersistentContainer) throws -> PersistentContainer {
        try containers.withLock { containers in
            if let made = containers[name] { return made }
            let result = Result { try make() }
            containers[name] = result
            return result
        }.get()
    }
}
