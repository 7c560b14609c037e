extension RowView {
    /// Whether the row's lengths and offsets stay inside its bytes: checked before a stored row is read, because a
    /// checksum can only be computed over a row whose parts can be reached.
    ///
    /// - Complexity: One pass over the variable slots.
    public func isWellFormed(within available: Int) -> Bool {
        let fixedSize = table.pointee.fixedSize
        guard available >= fixedSize else { return false }
        let length = self.length
        guard length >= fixedSize, length <= available else { return false }
        let (slots, count) = (table.pointee.variableSlots, table.pointee.variableCount)
        for index in 0..<count where !isMissing(slots[index]) {
            let slot = slots[index]
            let offset = Int(UInt32(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: UInt32.self)))
            let raw = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset + 4, as: UInt32.self))
            let count = Int(raw & ~DeferredData.flag)
            guard offset >= fixedSize, offset <= length, count <= length - offset else { return false }
            if raw & DeferredData.flag != 0 {
                guard slot.kind.mayBeDeferred, count == DeferredData.descriptorSize else { return false }
            }
        }
        return true
    }
}
