import PolystoreModel

/// Which columns an update writes.
struct UpdateShape: Hashable {
    /// The slots whose columns are written.
    var slots: SlotSet
    /// The slots of data that stays as it is, of which only what we keep beside it is written.
    var companions = SlotSet()
    /// Whether the stored row was sealed by another layout or edited outside, so that every column is written.
    var isRepair = false
}
