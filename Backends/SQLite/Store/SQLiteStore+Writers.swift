import PolystoreModel
import PolystoreStorage

extension SQLiteStore {
    /// The writer of rows in a layout.
    func rowWriter(_ layout: RowLayout) throws(StoreError) -> RowWriter {
        if let known = rowWriters[layout.number] { return known }
        guard let table = context.schema.table(layout.root), layout.store == context.number else {
            throw StoreError(
                .unsupported, [.entity: layout.descriptor.entity, .reason: "the store does not hold the entity"])
        }
        let made = RowWriter(layout, context.schema, table, present: context.present.columns(of: table.table))
        rowWriters[layout.number] = made
        return made
    }

    /// The writer of an entity's rows in their newest layout.
    func rowWriter(for entity: ModelEntity) throws(StoreError) -> RowWriter {
        guard let layout = context.layouts.layout(for: entity) else {
            throw StoreError(.unsupported, [.entity: entity.name, .reason: "the store does not hold the entity"])
        }
        return try rowWriter(layout)
    }
}
