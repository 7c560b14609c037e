import PolystoreModel

/// What the record layer knows of the rows of one layout.
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
}
