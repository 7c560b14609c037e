import PolystoreModel

/// Which columns an update writes.
struct UpdateShape: Hashable {
    /// The slots whose columns are written.
    var slots: SlotSet
    /// The slots of data that stays as it is, of which only what we keep beside it is written.
    var companions = SlotSet()
    /// Whether the stored row was sealed by another layout or edited outside, so that every column is written.
    var isRepair = false

    /// Whether the update writes an attribute with external storage.
    func writesExternal(_ writer: RowWriter) -> Bool {
        writer.steps.indices.contains { slots.contains($0) && writer.steps[$0].column.isExternal }
    }
}
