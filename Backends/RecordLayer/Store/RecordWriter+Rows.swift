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

    func insert(_ change: StoreChanges.Row) throws(StoreError) {
        let row = change.view
        let layout = try layout(of: row)
        guard try store(row, layout, replacing: nil, isNew: true) else {
            let stored = try reader.row(layout.root, row.key)
            conflicts.versions.append(.init(object: row.objectID, expected: 0, found: stored?.version ?? 0))
            return
        }
        try extendKeys(layout.root, beyond: row.key)
        try putEntries(of: row, layout)
    }

    func update(_ change: StoreChanges.Row) throws(StoreError) {
        let row = change.view
        let layout = try layout(of: row)
        let stored = try reader.row(layout.root, row.key)
        let found = stored?.version ?? 0
        guard let stored, found == change.expectedVersion else {
            conflicts.versions.append(.init(object: row.objectID, expected: change.expectedVersion, found: found))
            return
        }
        let old = keep(stored)
        let isSameLayout = old.isLaidOut(by: layout.layout)
        let oldLayout = isSameLayout ? layout : try self.layout(of: old)
        if isSameLayout || oldLayout.bindings.count == layout.bindings.count {
            // Layouts of one entity bind the same indexes in the same order.
            for (index, binding) in layout.bindings.enumerated()
            where !isSameLayout || binding.isTouched(by: change.changed) {
                oldLayout.bindings[index].makeKey(old, &oldKey)
                binding.makeKey(row, &newKey)
                if oldKey == newKey { continue }
                try entries.remove(oldKey)
                try entries.put(newKey, entity: binding.entityNumber)
                noteUniqueness(binding, row)
            }
        } else {
            try removeEntries(of: old, oldLayout)
            try putEntries(of: row, layout)
        }
        try store(row, layout, replacing: old)
    }

    /// Copies a stored row to scratch memory, where the next change of the tree does not touch it.
    private func keep(_ row: RowView) -> RowView {
        scratch.replace(with: row.bytes)
        return RowView(base: scratch.base, layout: row.layout, key: row.key)
    }

    private func putEntries(of row: RowView, _ layout: RecordLayout) throws(StoreError) {
        try layout.bindings.each { (binding) throws(StoreError) in
            binding.makeKey(row, &newKey)
            try entries.put(newKey, entity: binding.entityNumber)
            noteUniqueness(binding, row)
        }
    }

    private func removeEntries(of row: RowView, _ layout: RecordLayout) throws(StoreError) {
        try layout.bindings.each { (binding) throws(StoreError) in
            binding.makeKey(row, &oldKey)
            try entries.remove(oldKey)
        }
    }

    private func noteUniqueness(_ binding: IndexBinding, _ row: RowView) {
        guard binding.definition.constraint != nil, !binding.hasMissingElement(row) else { return }
        uniquenessChecks.append((binding, row))
    }
}
