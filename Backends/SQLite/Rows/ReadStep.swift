import PolystoreModel

/// How one slot of one layout is filled from the columns of a statement.
struct ReadStep: Sendable {
    let slot: RowSlot
    /// The position of the value among the statement's columns.
    let column: Int32
    /// The position of our column beside it; negative when there is none.
    let companion: Int32
    /// Whether a value begins with a byte that says whether it lies in a file.
    let isExternal: Bool
}
