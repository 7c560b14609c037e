import PolystoreModel

extension StoreError {
    /// The error of a row to write that describes large data by length and checksum, where the store has no such data of it.
    public init(withoutData slot: RowSlot, _ row: RowView) {
        self.init(
            .unsupported,
            [
                .entity: row.layout.descriptor.entity, .property: slot.key.name, .object: "p\(row.key)",
                .reason: "data that is kept out of the row cannot be written from it",
            ])
    }
}
