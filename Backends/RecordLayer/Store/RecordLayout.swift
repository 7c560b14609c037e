import PolystoreModel

/// The record layer's view of one layout.
///
/// A class, because each row of a save asks for it.
final class RecordLayout: Sendable {
    /// The layout.
    let layout: RowLayout
    /// The number of the hierarchy in the store.
    let root: UInt16
    /// The indexes that the rows feed; none for an entity that the model no longer has.
    let bindings: [IndexBinding]
    /// The slots whose data may be kept out of rows.
    let deferrableSlots: [RowSlot]

    init(_ layout: RowLayout, root: UInt16, definitions: [IndexDefinition]) {
        self.layout = layout
        self.root = root
        deferrableSlots = layout.slots.filter(\.kind.mayBeDeferred)
        guard let entity = layout.entity else {
            bindings = []
            return
        }
        bindings = definitions.filter { entity.isKind(of: $0.entity) }.map { IndexBinding($0, layout) }
    }

    /// Whether a row has data that is too large to stay in it.
    @inline(__always)
    func hasLargeData(_ row: RowView) -> Bool {
        for slot in deferrableSlots where Self.hasLargeData(row, slot) { return true }
        return false
    }

    /// Whether the data of a slot are too large to stay in the row.
    static func hasLargeData(_ row: RowView, _ slot: RowSlot) -> Bool {
        !row.isMissing(slot) && row.deferredData(slot) == nil && row.variable(slot).count > DeferredData.threshold
    }
}
