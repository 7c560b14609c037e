import PolystoreModel
import PolystoreStorage

/// What one save of a context comes to: the changes for each store, and which object each row belongs to.
struct SavePlan {
    /// A row that is written.
    struct Item {
        // INVARIANT: the context's list of changed objects holds the objects while a plan is made and carried out.
        let object: Unmanaged<ManagedObject>
        /// Entity and key: the order in which stores get their rows.
        let order: (entity: Int, key: Int64)
        let expectedVersion: UInt32
        let changed: SlotSet
        let isInsert: Bool
    }

    /// The changes for each store.
    var changes: ChangesByStore = [:]
    /// The written objects with their new rows, by the row's batch.
    var rows: [(batch: RowBatch, objects: [(object: Unmanaged<ManagedObject>, offset: Int)])] = []
    /// The deleted objects.
    var deletes: [ManagedObject] = []

    /// Whether nothing would be written.
    var isEmpty: Bool { changes.values.allSatisfy(\.isEmpty) }
}
