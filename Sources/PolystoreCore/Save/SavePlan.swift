import PolystoreModel
import PolystoreStorage

/// The plan of one save of a context: the changes for each store, and which object each row belongs to.
struct SavePlan {
    /// An object that is written, in 32 bytes: a save has one for each.
    struct Item {
        // INVARIANT: the context's list of changed objects holds the objects while a plan is made and carried out.
        let object: Unmanaged<ManagedObject>
        let changed: SlotSet
        /// The version that the new row's follows: the stored row's, or where those of an inserted object begin.
        let precedingVersion: UInt32
        let isInsert: Bool
        /// The place of the new row in its batch, once it has one; batches begin rows below 64 KiB.
        var offset: UInt16 = 0
    }

    /// The objects that are written into one store, and where their new rows are.
    struct Rows {
        /// The objects by entity and key: the order in which stores get their rows.
        var items: [Item]
        /// The batches of the new rows: each has those of the next items.
        var batches: [RowBatch] = []
    }

    /// The changes of each store.
    var changes: ChangeSet
    /// The written objects with their new rows, by store.
    var rows: [Rows] = []
    /// The deleted objects.
    var deletes: [ManagedObject] = []

    /// Whether nothing would be written.
    var isEmpty: Bool { changes.isEmpty }
}
