import PolystoreModel
import PolystoreStorage

extension RecordWriter {
    /// Checks the version of a stored row; nil when it conflicts.
    func check(_ mark: StoreChanges.Mark) throws(StoreError) -> RowView? {
        let row = try reader.row(try catalog.root(of: mark), mark.key)
        let found = row?.version ?? 0
        if let row, found == mark.expectedVersion { return row }
        let object = ObjectID(store: catalog.store, root: mark.entity.rootNumber, key: mark.key)
        conflicts.versions.append(.init(object: object, expected: mark.expectedVersion, found: found))
        return nil
    }

    func delete(_ mark: StoreChanges.Mark) throws(StoreError) {
        guard let stored = try check(mark) else { return }
        let old = keep(stored)
        let layout = try catalog.layout(of: old)
        try removeEntries(of: old, layout)
        for slot in layout.deferrableSlots where old.deferredData(slot) != nil {
            try remove(.data, RecordKey.data(layout.root, old.key, property: slot.key.name))
        }
        try RecordKey.with(layout.root, mark.key) { (raw) throws(StoreError) in try transaction.remove(.records, raw) }
    }

    @inline(__always)
    func insert(_ change: UnsafePointer<StoreChanges.Row>, _ row: RowView, _ layout: RecordLayout) throws(StoreError) {
        guard try store(row, layout, replacing: nil, isNew: true) else {
            let stored = try reader.row(layout.root, row.key)
            conflicts.versions.append(.init(object: row.objectID, expected: 0, found: stored?.version ?? 0))
            return
        }
        try extendKeys(layout.root, beyond: row.key)
        try putEntries(of: row, layout)
    }

    @inline(__always)
    func update(_ change: UnsafePointer<StoreChanges.Row>, _ row: RowView, _ layout: RecordLayout) throws(StoreError) {
        guard let stored = try checkUpdate(change, row, layout) else { return }
        let old = keep(stored)
        try updateEntries(change, old, row, layout)
        try store(row, layout, replacing: old)
    }

    /// Checks the version of the row that another one is to replace; nil when it conflicts.
    @inline(__always)
    private func checkUpdate(
        _ change: UnsafePointer<StoreChanges.Row>, _ row: RowView, _ layout: RecordLayout
    ) throws(StoreError) -> RowView? {
        let stored = try reader.row(layout.root, row.key)
        let found = stored?.version ?? 0
        if let stored, found == change.pointee.expectedVersion { return stored }
        conflicts.versions.append(
            .init(object: row.objectID, expected: change.pointee.expectedVersion, found: found))
        return nil
    }

    /// Replaces the entries of a row in indexes.
    @inline(__always)
    private func updateEntries(
        _ change: UnsafePointer<StoreChanges.Row>, _ old: RowView, _ row: RowView, _ layout: RecordLayout
    ) throws(StoreError) {
        if old.isLaidOut(by: layout.layout) {
            for binding in layout.bindings where binding.isTouched(by: change.pointee.changed) {
                if try entries.replace(old, binding, by: row, binding) { noteUniqueness(binding, row) }
            }
            return
        }
        let oldLayout = try catalog.layout(of: old)
        if oldLayout.bindings.count == layout.bindings.count {
            // Layouts of one entity bind the same indexes in the same order.
            for (oldBinding, binding) in zip(oldLayout.bindings, layout.bindings)
            where try entries.replace(old, oldBinding, by: row, binding) { noteUniqueness(binding, row) }
        } else {
            try removeEntries(of: old, oldLayout)
            try putEntries(of: row, layout)
        }
    }

    /// Copies a stored row to scratch memory, where the next change of the tree does not touch it.
    func keep(_ row: RowView) -> RowView {
        scratch.replace(with: row.bytes)
        return RowView(base: scratch.base, layout: row.layout, key: row.key)
    }

    private func putEntries(of row: RowView, _ layout: RecordLayout) throws(StoreError) {
        for binding in layout.bindings {
            try entries.put(row, binding)
            noteUniqueness(binding, row)
        }
    }

    private func removeEntries(of row: RowView, _ layout: RecordLayout) throws(StoreError) {
        for binding in layout.bindings { try entries.remove(row, binding) }
    }

    private func noteUniqueness(_ binding: IndexBinding, _ row: RowView) {
        guard binding.definition.constraint != nil, !binding.hasMissingElement(row) else { return }
        uniquenessChecks.append((binding, row))
    }
}
