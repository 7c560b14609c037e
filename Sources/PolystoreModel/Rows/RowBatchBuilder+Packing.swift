extension RowBatchBuilder {
    /// Adds a changed row as it is saved: packed, in the order of the slots, with a version and its checksum.
    @discardableResult
    public func append(packing row: MutableRow, version: UInt32) -> RowView {
        let view = row.view
        let layout = row.layout
        begin(layout, key: row.key, version: version)
        for index in 0..<layout.slotCount {
            let slot = layout.slot(at: index)
            if view.isMissing(slot) { continue }
            switch slot.kind {
            case .boolean, .integer16, .integer32, .integer64, .orderKey: setInteger(view.integer(slot), slot)
            case .float, .double, .date: setDouble(view.double(slot), slot)
            case .uuid: setUUID(view.uuid(slot), slot)
            case .string, .uri, .decimal: setVariable(view.variable(slot), slot)
            case .binary, .transformable:
                if let deferred = view.deferredData(slot) {
                    setDeferred(deferred, slot)
                } else {
                    setVariable(view.variable(slot), slot)
                }
            case .reference, .objectReference:
                setReference(view.referenceKey(slot), peer: view.referencePeer(slot), slot)
            }
        }
        return end()
    }
}
