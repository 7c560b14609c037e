import PolystoreModel

/// Rows as the objects of one context hold them: a batch of rows, and the way to the context.
///
/// Faults share a batch without rows, one for each store and hierarchy.
package final class ObjectBatch {
    /// The way to the context.
    package let anchor: ContextAnchor
    /// The rows; nil for faults.
    package let rows: RowBatch?
    /// The first byte of the rows' memory; offsets of objects count from it.
    package let memory: UnsafeRawPointer?
    /// The layouts of the rows.
    package let layouts: LayoutTable
    /// The entries of `layouts`, one load nearer.
    private let entries: UnsafeMutableBufferPointer<LayoutTable.Entry>
    /// The store of the objects.
    package let store: StoreNumber
    /// The hierarchy of the objects.
    package let root: RootNumber
    /// The entity that faults are taken for.
    package let faultEntity: ModelEntity?
    private let unmanagedFaultEntity: Unmanaged<ModelEntity>?

    /// The number of the context's pruning that counted the batch's objects last.
    @exclusivity(unchecked) final var lastPruning: UInt64 = 0
    /// How many objects that pruning left.
    @exclusivity(unchecked) final var survivors = 0
    /// Whether none of them was changed.
    @exclusivity(unchecked) final var isMovable = false

    package init(anchor: ContextAnchor, rows: RowBatch, store: StoreNumber, root: RootNumber) {
        self.anchor = anchor
        self.rows = rows
        memory = rows.memory
        layouts = rows.layouts
        entries = rows.layouts.entries
        self.store = store
        self.root = root
        faultEntity = nil
        unmanagedFaultEntity = nil
    }

    package init(
        anchor: ContextAnchor, faultsOf entity: ModelEntity, layouts: LayoutTable, store: StoreNumber, root: RootNumber
    ) {
        self.anchor = anchor
        rows = nil
        memory = nil
        self.layouts = layouts
        entries = layouts.entries
        self.store = store
        self.root = root
        faultEntity = entity
        unmanagedFaultEntity = Unmanaged.passUnretained(entity)
    }

    /// The entity of the row at an offset, or of all faults; nil for a row whose layout the store never had.
    @inline(__always) final func entity(at offset: Int) -> Unmanaged<ModelEntity>? {
        guard let memory else { return unmanagedFaultEntity }
        let layout = LayoutTable.layout(RowHeader.layout(memory + offset), in: entries)
        return layout?.withObject { $0.unmanagedEntity }
    }

    /// The layout in which the row at an offset is written when it was changed; nil in a batch of faults, and for a row
    /// whose layout the store never had.
    @inline(__always) final func newestLayout(at offset: Int) -> Unmanaged<RowLayout>? {
        guard let memory else { return nil }
        return LayoutTable.newestLayout(RowHeader.layout(memory + offset), in: entries)
    }

    /// The row at an offset with the key before it; nil in a batch of faults, and for a row whose layout the store never
    /// had.
    @inline(__always) final func row(at offset: Int) -> RowView? {
        guard let memory else { return nil }
        return view(at: offset, key: memory.load(fromByteOffset: offset - 8, as: Int64.self))
    }

    /// The same of an object whose key is known.
    @inline(__always) final func view(at offset: Int, key: Int64) -> RowView? {
        guard let memory else { return nil }
        return LayoutTable.view(of: memory + offset, key: key, in: entries)
    }
}
