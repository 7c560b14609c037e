import PolystoreModel

/// Compares rows slot by slot.
package enum RowComparison {
    /// The slots of a changed row that were written and differ from the row that it was copied from.
    package static func differingSlots(_ row: MutableRow, _ stored: RowView) -> SlotSet {
        let view = row.view
        if !stored.isLaidOut(by: row.layout) { return SlotSet(all: row.layout) }
        var result = SlotSet()
        row.changed.forEach { index in
            let slot = row.layout.slot(at: index)
            if !isEqual(view, slot, stored, slot) { result.insert(index) }
        }
        return result
    }

    /// Whether two slots hold the same value.
    package static func isEqual(_ left: RowView, _ leftSlot: RowSlot, _ right: RowView, _ rightSlot: RowSlot) -> Bool {
        let isMissing = left.isMissing(leftSlot)
        if isMissing != right.isMissing(rightSlot) { return false }
        if isMissing { return true }
        switch leftSlot.kind {
        case .boolean, .integer16, .integer32, .integer64, .orderKey:
            return left.integer(leftSlot) == right.integer(rightSlot)
        case .float, .double, .date: return left.double(leftSlot) == right.double(rightSlot)
        case .uuid: return left.uuid(leftSlot) == right.uuid(rightSlot)
        case .string, .uri, .decimal:
            return left.variable(leftSlot).elementsEqual(right.variable(rightSlot))
        case .binary, .transformable: return isEqualData(left, leftSlot, right, rightSlot)
        case .reference, .objectReference:
            return left.referenceKey(leftSlot) == right.referenceKey(rightSlot)
                && left.referencePeer(leftSlot) == right.referencePeer(rightSlot)
        }
    }

    private static func isEqualData(
        _ left: RowView, _ leftSlot: RowSlot, _ right: RowView, _ rightSlot: RowSlot
    ) -> Bool {
        switch (left.deferredData(leftSlot), right.deferredData(rightSlot)) {
        case (nil, nil): left.variable(leftSlot).elementsEqual(right.variable(rightSlot))
        case (let described?, nil): described.matches(right.variable(rightSlot))
        case (nil, let described?): described.matches(left.variable(leftSlot))
        case (let one?, let other?): one == other
        }
    }
}
