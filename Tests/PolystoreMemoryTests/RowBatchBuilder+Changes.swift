import PolystoreModel
import PolystoreStorage

extension RowBatchBuilder {
    /// Takes the rows so far as the changes of a save: each follows the version before its own, and all of its slots count
    /// as changed.
    func takeChanges() -> [StoreChanges.Row] {
        var changes: [StoreChanges.Row] = []
        for batch in takeBatches() {
            var offsets = batch.makeIterator()
            while let offset = offsets.nextOffset() {
                let row = batch.row(at: offset)
                changes.append(
                    StoreChanges.Row(
                        batch: batch, offset: offset, expectedVersion: row.version - 1,
                        changed: SlotSet(all: row.layout)))
            }
        }
        return changes
    }
}
