import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary {
        try use { (connection) throws(StoreError) in
            var check = SnapshotCheck(context, connection)
            return try check.run(visit)
        }
    }
}
