import CPolystoreChecksum

/// What reading a value needs to know of a layout, as plain memory: looked at for every value that is read, where
/// reference counts would cost more than the value.
///
/// Owned by a `RowLayout`, and valid as long as that is.
public struct SlotTable {
    /// The number of entries of `indexes`.
    @usableFromInline let indexCount: Int
    /// The slot index of each property number, −1 for numbers without a slot.
    @usableFromInline let indexes: UnsafeMutablePointer<Int16>
    /// The number of slots.
    @usableFromInline let slotCount: Int
    /// The slots.
    @usableFromInline let slots: UnsafeMutablePointer<RowSlot>
    /// The number of slots that point into the variable part.
    let variableCount: Int
    /// The slots that point into the variable part, as they lie.
    let variableSlots: UnsafeMutablePointer<RowSlot>
    /// The bytes of header and fixed sections.
    let fixedSize: Int
    /// What is summed of a row; never changed, a variable because C takes its address.
    var checksum: polystore_row_places

    /// - Parameters:
    ///   - slots: The slots.
    ///   - checksum: What is summed of a row; owned by the table from now on.
    ///   - fixedSize: The bytes of header and fixed sections.
    init(_ slots: [RowSlot], checksum: polystore_row_places, fixedSize: Int) {
        var indexes = [Int16](repeating: -1, count: (slots.map(\.key.number).max() ?? -1) + 1)
        for (index, slot) in slots.enumerated() { indexes[slot.key.number] = Int16(index) }
        indexCount = indexes.count
        self.indexes = .allocate(capacity: max(1, indexes.count))
        self.indexes.initialize(from: indexes, count: indexes.count)
        slotCount = slots.count
        self.slots = .allocate(capacity: max(1, slots.count))
        self.slots.initialize(from: slots, count: slots.count)
        let variable = slots.filter(\.kind.isVariable)
        variableCount = variable.count
        variableSlots = .allocate(capacity: max(1, variable.count))
        variableSlots.initialize(from: variable, count: variable.count)
        self.fixedSize = fixedSize
        self.checksum = checksum
    }

    /// Frees the memory; called once, by the layout that owns it.
    func deallocate() {
        indexes.deallocate()
        slots.deallocate()
        variableSlots.deallocate()
        RowChecksum.deallocate(checksum)
    }

    /// The index of a property's slot, or −1 when rows of the layout do not hold the property.
    @inlinable func index(of key: PropertyKey) -> Int {
        key.number < indexCount ? Int(indexes[key.number]) : -1
    }
}
