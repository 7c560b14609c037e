import PolystoreModel

/// Rows of missing values, for objects whose own row cannot be read.
package enum EmptyRows {
    /// A batch of one row, at offset 8.
    package static func batch(
        for entity: ModelEntity, layouts: LayoutTable, key: Int64, version: UInt32 = 0
    ) -> RowBatch {
        if let layout = layouts.layout(for: entity) {
            return batch(layout, layouts, key, version)
        }
        // The store is not open or does not serve the entity: a layout of this process only.
        let descriptor = RowLayoutDescriptor(
            entity, number: 1, entityNumber: 1, isKept: { _ in true }, mayLeaveStore: { _ in true })
        let layout = RowLayout(
            descriptor, entity: entity, store: .none, root: entity.rootNumber, peers: PeerTable())
        return batch(layout, LayoutTable([layout]), key, version)
    }

    private static func batch(
        _ layout: RowLayout, _ layouts: LayoutTable, _ key: Int64, _ version: UInt32
    ) -> RowBatch {
        let builder = RowBatchBuilder(layouts: layouts, expectedBytes: layout.fixedSize + 64)
        builder.begin(layout, key: key, version: version)
        builder.end()
        let batches = builder.takeBatches()
        precondition(batches.count == 1, "a row was added, so there is one batch")
        return batches[0]
    }
}
