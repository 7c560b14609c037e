import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    func copy(to target: PersistentStoreDescription) throws(StoreError) {
        let target = try StoreFiles(target.url, store: target.name)
        try use { (connection) throws(StoreError) in
            var copy = StoreCopy(of: context.externalData.files, to: target)
            try target.makeCopy(locking: target.lock, removing: target.companions) { (path) throws(StoreError) in
                do throws(StoreError) {
                    try connection.backUp(to: path)
                    // Nothing that the snapshot names goes while it is held.
                    try copy.finish(path, connection.settings)
                } catch {
                    throw target.asFull(error)
                }
            } placing: { (path, rename) throws(StoreError) in
                try copy.place(path, rename)
            }
        }
    }
}
