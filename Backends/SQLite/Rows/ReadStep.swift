import PolystoreModel

/// How one slot of one layout is filled from the columns of a query.
struct ReadStep: Sendable {
    let slot: RowSlot
    let slotIndex: Int
    /// The position of the value among the query's columns.
    let column: Int32
    /// The position of our column beside it; negative when there is none.
    let companion: Int32
    let isExternal: Bool
}
