import PolystoreModel

extension MutableRow {
    /// A row of version 0 with the defaults that the model has for an entity's attributes, and nothing else.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - layout: Its newest layout in a store.
    /// - Returns: The row, under the key 0.
    /// - Throws: `ValueError` of a default that does not fit.
    static func ofDefaults(_ entity: ModelEntity, _ layout: RowLayout) throws -> MutableRow {
        let row = MutableRow.make(layout, key: 0)
        for attribute in entity.attributes where !attribute.description.defaultValue.isMissing {
            let index = layout.index(of: attribute.key)
            if index >= 0 { try row.set(attribute.description.defaultValue, at: index) }
        }
        return row
    }
}
