import PolystoreModel
import PolystoreStorage

extension RecordWriter {
    /// Writes a row's record; large data goes to the table of its own, and data that the row no longer has goes away.
    ///
    /// - Returns: False when the row is to be new and there is one of its key, which stays; then the save fails.
    @discardableResult
    func store(
        _ row: RowView, _ layout: RecordLayout, replacing old: RowView?, isNew: Bool = false
    ) throws(StoreError) -> Bool {
        try storeData(of: row, layout, replacing: old)
        guard layout.hasLargeData(row) else { return try putRecord(row, layout.root, isNew) }
        let builder = RowBatchBuilder(layouts: catalog.layouts, expectedBytes: row.layout.fixedSize + 256)
        return try putRecord(withoutLargeData(row, builder), layout.root, isNew)
    }

    /// Writes a row's large data to the table of its own, and removes what the row no longer has.
    private func storeData(of row: RowView, _ layout: RecordLayout, replacing old: RowView?) throws(StoreError) {
        for slot in layout.deferrableSlots {
            if let description = row.deferredData(slot) {
                guard let old, deferredData(of: old, slot.key) == description else {
                    throw StoreError(withoutData: slot, row)
                }
            } else if RecordLayout.hasLargeData(row, slot) {
                try put(.data, RecordKey.data(layout.root, row.key, property: slot.key.name), row.variable(slot))
            } else if let old, deferredData(of: old, slot.key) != nil {
                try remove(.data, RecordKey.data(layout.root, row.key, property: slot.key.name))
            }
        }
    }

    private func deferredData(of old: RowView, _ key: PropertyKey) -> DeferredData? {
        let index = old.layout.index(of: key)
        return index >= 0 ? old.deferredData(old.layout.slots[index]) : nil
    }

    private func putRecord(_ row: RowView, _ root: UInt16, _ isNew: Bool) throws(StoreError) -> Bool {
        try RecordKey.with(root, row.key) { (raw) throws(StoreError) in
            if isNew { return try transaction.insert(.records, raw, row.bytes) }
            try transaction.put(.records, raw, row.bytes)
            return true
        }
    }

    /// A copy of a row in which large data is replaced by its description; the checksum stays, because it is made of the
    /// description in both forms.
    private func withoutLargeData(_ row: RowView, _ builder: RowBatchBuilder) -> RowView {
        builder.begin(row.layout, key: row.key, version: row.version)
        for slot in row.layout.slots where !row.isMissing(slot) {
            switch slot.kind {
            case .boolean, .integer16, .integer32, .integer64, .orderKey: builder.setInteger(row.integer(slot), slot)
            case .float, .double, .date: builder.setDouble(row.double(slot), slot)
            case .uuid: builder.setUUID(row.uuid(slot), slot)
            case .string, .uri, .decimal: builder.setVariable(row.variable(slot), slot)
            case .binary, .transformable:
                let bytes = row.variable(slot)
                if let deferred = row.deferredData(slot) {
                    builder.setDeferred(deferred, slot)
                } else if bytes.count > DeferredData.threshold {
                    builder.setDeferred(DeferredData(describing: bytes), slot)
                } else {
                    builder.setVariable(bytes, slot)
                }
            case .reference, .objectReference:
                builder.setReference(row.referenceKey(slot), peer: row.referencePeer(slot), slot)
            }
        }
        return builder.end(checksum: RowHeader.checksum(row.base))
    }
}
