import PolystoreStorage
import Synchronization

@testable import PolystoreSQLite

/// A store type that is SQLite and remembers the store that it opened, so that a test can look inside.
final class OpenedStore: Sendable {
    private let opened = Mutex<SQLiteStore?>(nil)

    var store: SQLiteStore? { opened.withLock { $0 } }

    var type: StoreType {
        let sqlite = StoreType.sqlite
        return StoreType(
            name: sqlite.name, product: sqlite.product, hasURL: true, options: sqlite.options,
            capabilities: sqlite.capabilities,
            open: { (opening) throws(StoreError) in
                let store = try StoreOpener(opening).open()
                self.opened.withLock { $0 = store }
                return store
            }, metadata: sqlite.metadata, destroy: sqlite.destroy, copy: sqlite.copy)
    }

    /// What the writer and all readers did so far; the store must not be used meanwhile.
    func work() throws -> (writer: EngineWork, readers: EngineWork) {
        var readers = EngineWork()
        for reader in store?.pool.readers ?? [] {
            try reader.use { connection in readers = readers + EngineWork(connection) }
        }
        return (store?.writer.map(EngineWork.init) ?? EngineWork(), readers)
    }
}
