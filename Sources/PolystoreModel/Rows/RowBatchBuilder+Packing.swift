extension RowBatchBuilder {
    /// Adds a changed row as it is saved: packed, in the order of the slots, with a version and its checksum.
    @discardableResult
    public func append(packing row: MutableRow, version: UInt32) -> RowView {
        let view = row.view
        row.unmanagedLayout.withObject { layout in
            beginUnset(layout, key: row.key, version: version)
            setFixedPart(view.base, layout)
        }
        let table = view.table.pointee
        for index in 0..<table.variableCount where !view.isMissing(table.variableSlots[index]) {
            let slot = table.variableSlots[index]
            if let deferred = view.deferredData(slot) {
                setDeferred(deferred, slot)
            } else {
                setVariable(view.variable(slot), slot)
            }
        }
        return end()
    }
}
