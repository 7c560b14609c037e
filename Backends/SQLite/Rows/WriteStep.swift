import PolystoreModel

/// How one slot of a layout is written to the columns of its table.
struct WriteStep {
    let slot: RowSlot
    let column: StoredColumn
    /// Our column beside it, when the table has it.
    let companion: String?
    /// How the entity number of a reference's target is found; nil for a column that keeps none.
    let targetEntity: TargetEntity?

    /// The column with the entity number of a reference's target.
    struct TargetEntity {
        let column: String
        /// The target's table; nil when the store does not serve it.
        let table: String?
        /// The numbers of the entities that the target can be of.
        let entities: [Int: ModelEntity]
    }
}
