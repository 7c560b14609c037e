import Foundation
import PolystoreModel
import PolystoreStorage

/// A connection for snapshots, with the lock that keeps it to one thread at a time.
///
/// The lock is recursive: a receiver of rows may read on through the same snapshot.
// SAFETY: `connection`, `depth` and `closes` are only touched while `lock` is held.
final class Reader: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var connection: Connection?
    private var depth = 0
    private var closes = false
    private let store: String
    /// Its place among the readers of a pool, of which the first has the most memory.
    let number: Int

    init(_ connection: Connection, store: String, number: Int = 0) {
        self.connection = connection
        self.store = store
        self.number = number
    }

    /// Calls a closure with the connection, alone.
    ///
    /// - Throws: `closed` after `close`.
    func use<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        guard let connection, !closes else { throw StoreError(.closed, [.store: store]) }
        depth += 1
        defer {
            depth -= 1
            if closes, depth == 0 { self.connection = nil }
        }
        return try body(connection)
    }

    /// Closes the connection: at once, or when the use ends that called.
    func close() {
        lock.lock()
        defer { lock.unlock() }
        closes = true
        if depth == 0 { connection = nil }
    }
}
