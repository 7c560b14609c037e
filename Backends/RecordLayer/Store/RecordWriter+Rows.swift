import PolystoreModel
import PolystoreStorage

extension RecordWriter {
    /// Checks the version of a stored row; nil when it conflicts.
    func check(_ mark: StoreChanges.Mark) throws(StoreError) -> RowView? {
        guard let root = catalog.number(of: mark.entity.rootNumber) else {
            throw catalog.error(.unsupported, [.entity: mark.entity.name, .reason: "the entity does not live here"])
        }
        let row = try reader.row(root, mark.key)
        let found = row?.version ?? 0
        if let row, found == mark.expectedVersion { return row }
        let object = ObjectID(store: catalog.store, root: mark.entity.rootNumber, key: mark.key)
        conflicts.versions.append(.init(object: object, expected: mark.expectedVersion, found: found))
        return nil
    }

    func delete(_ mark: StoreChanges.Mark) throws(StoreError) {
        guard let stored = try check(mark) else { return }
        let old = keep(stored)
        let layout = try layout(of: old)
        try removeEntries(of: old, layout)
        for slot in layout.deferrableSlots where old.deferredData(slot) != nil {
            try remove(.data, RecordKey.data(layout.root, old.key, property: slot.key.name))
        }
        try RecordKey.with(layout.root, mark.key) { (raw) throws(StoreError) in
            _ = try transaction.remove(.records, raw)
        }
    }

    /// Calls a closure with each change, its row, and the row's layout, which is looked up once for rows that follow each
    /// other.
    func eachRow(
        _ rows: [StoreChanges.Row],
        _ body: (UnsafePointer<StoreChanges.Row>, RowView, RecordLayout) throws(StoreError) -> Void
    ) throws(StoreError) {
        // By pointers: a change that is copied counts a reference to its batch.
        try rows.withUnsafeBufferPointer { (rows) throws(StoreError) in
            guard var next = rows.baseAddress else { return }
            let end = next + rows.count
            while next < end {
                let layout = try layout(of: next.pointee.view)
                repeat {
                    let row = next.pointee.view
                    guard row.isLaidOut(by: layout.layout) else { break }
                    try body(next, row, layout)
                    next += 1
                } while next < end
            }
        }
    }

    @inline(__always)
    func insert(_ change: UnsafePointer<StoreChanges.Row>, _ row: RowView, _ layout: RecordLayout) throws(StoreError) {
        guard try store(row, of: change.pointee.batch, layout, replacing: nil, isNew: true) else {
            let stored = try reader.row(layout.root, row.key)
            conflicts.versions.append(.init(object: row.objectID, expected: 0, found: stored?.version ?? 0))
            return
        }
        try extendKeys(layout.root, beyond: row.key)
        try putEntries(of: row, layout)
    }

    @inline(__always)
    func update(_ change: UnsafePointer<StoreChanges.Row>, _ row: RowView, _ layout: RecordLayout) throws(StoreError) {
        let stored = try reader.row(layout.root, row.key)
        let found = stored?.version ?? 0
        guard let stored, found == change.pointee.expectedVersion else {
            conflicts.versions.append(
                .init(object: row.objectID, expected: change.pointee.expectedVersion, found: found))
            return
        }
        let old = keep(stored)
        let isSameLayout = old.isLaidOut(by: layout.layout)
        let oldLayout = isSameLayout ? layout : try self.layout(of: old)
        if isSameLayout {
            try layout.bindings.each { (binding) throws(StoreError) in
                guard binding.isTouched(by: change.pointee.changed) else { return }
                if try entries.replace(old, binding, by: row, binding) { noteUniqueness(binding, row) }
            }
        } else if oldLayout.bindings.count == layout.bindings.count {
            // Layouts of one entity bind the same indexes in the same order.
            for (oldBinding, binding) in zip(oldLayout.bindings, layout.bindings)
            where try entries.replace(old, oldBinding, by: row, binding) { noteUniqueness(binding, row) }
        } else {
            try removeEntries(of: old, oldLayout)
            try putEntries(of: row, layout)
        }
        try store(row, of: change.pointee.batch, layout, replacing: old)
    }

    /// Copies a stored row to scratch memory, where the next change of the tree does not touch it.
    private func keep(_ row: RowView) -> RowView {
        scratch.replace(with: row.bytes)
        return RowView(base: scratch.base, layout: row.layout, key: row.key)
    }

    private func putEntries(of row: RowView, _ layout: RecordLayout) throws(StoreError) {
        try layout.bindings.each { (binding) throws(StoreError) in
            try entries.put(row, binding)
            noteUniqueness(binding, row)
        }
    }

    private func removeEntries(of row: RowView, _ layout: RecordLayout) throws(StoreError) {
        try layout.bindings.each { (binding) throws(StoreError) in try entries.remove(row, binding) }
    }

    private func noteUniqueness(_ binding: IndexBinding, _ row: RowView) {
        guard binding.definition.constraint != nil, !binding.hasMissingElement(row) else { return }
        uniquenessChecks.append((binding, row))
    }
}
