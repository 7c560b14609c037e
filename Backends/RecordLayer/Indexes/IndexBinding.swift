import PolystoreModel

/// An index as the rows of one layout feed it: which slots its elements come from.
///
/// A class, because each row of a save goes over the indexes of its layout, and a copy of this costs more than a key.
final class IndexBinding: Sendable {
    /// The index.
    let definition: IndexDefinition
    /// The slot of each element; nil where the layout does not have it.
    let slots: [RowSlot?]
    /// The indexes of those slots in the layout.
    let slotIndexes: [Int]
    /// The entity's number, the value of every entry.
    let entityNumber: UInt16
    /// The elements with the bytes of them all, where each is there and takes as many bytes in every key.
    private let fixed: (elements: [FixedElement], length: Int)?
    /// Whether every key whose elements are all there is a short one.
    private let isShort: Bool

    /// An element whose values take as many bytes in every key.
    private struct FixedElement {
        let slot: RowSlot
        let isAscending: Bool
    }

    init(_ definition: IndexDefinition, _ layout: RowLayout) {
        self.definition = definition
        let indexes = definition.elements.map { layout.index(of: $0.key) }
        slots = indexes.map { $0 < 0 ? nil : layout.slots[$0] }
        slotIndexes = indexes.filter { $0 >= 0 }
        entityNumber = layout.descriptor.entityNumber
        let lengths = slots.map { $0.flatMap { KeyEncoding.fixedLength($0.kind) } }
        if lengths.isEmpty || lengths.contains(nil) {
            fixed = nil
        } else {
            let elements = zip(slots, definition.elements).compactMap { slot, element in
                slot.map { FixedElement(slot: $0, isAscending: element.isAscending) }
            }
            fixed = (elements, lengths.reduce(0) { $0 + ($1 ?? 0) })
        }
        isShort = IndexKey.head + (fixed?.length ?? ShortKey.longest) + IndexKey.tail <= ShortKey.longest
    }

    /// Whether an entry may change when some slots do.
    func isTouched(by changed: SlotSet) -> Bool { slotIndexes.contains { changed.contains($0) } }

    /// Whether some element has no value.
    func hasMissingElement(_ row: RowView) -> Bool {
        slots.contains { slot in slot.map(row.isMissing) ?? true }
    }

    /// Appends all elements of a row, uncut.
    func appendElements(_ row: RowView, to bytes: inout [UInt8]) {
        if case .entity = definition.purpose {
            KeyEncoding.append(entityNumber, to: &bytes)
            return
        }
        for (index, slot) in slots.enumerated() {
            KeyEncoding.append(row, slot, ascending: definition.elements[index].isAscending, to: &bytes)
        }
    }

    /// Replaces bytes by the entry's key for a row.
    func makeKey(_ row: RowView, _ bytes: inout [UInt8]) {
        if makeFixedKey(row, &bytes) { return }
        bytes.removeAll(keepingCapacity: true)
        KeyEncoding.append(definition.number, to: &bytes)
        appendElements(row, to: &bytes)
        IndexKey.end(row.key, ascending: definition.isKeyAscending, &bytes)
    }

    /// The same where no memory has to grow; false, with nothing done, where that cannot be.
    private func makeFixedKey(_ row: RowView, _ bytes: inout [UInt8]) -> Bool {
        guard let fixed, hasAll(fixed.elements, row) else { return false }
        let length = IndexKey.head + fixed.length + IndexKey.tail
        // The memory stays from key to key, whatever their lengths.
        if bytes.count > length { bytes.removeLast(bytes.count - length) }
        while bytes.count < length { bytes.append(0) }
        bytes.withUnsafeMutableBytes { write(row, fixed.elements, to: $0.baseAddress.unsafelyUnwrapped) }
        return true
    }

    /// The entry's key for a row where it is short, as it is for an index over a number or a reference; nil where it is not.
    ///
    /// Every row of a save makes a key for each of its indexes, and this one takes no memory.
    @inline(__always)
    func shortKey(_ row: RowView) -> ShortKey? {
        guard let fixed, isShort, hasAll(fixed.elements, row) else { return nil }
        return ShortKey(count: IndexKey.head + fixed.length + IndexKey.tail) { write(row, fixed.elements, to: $0) }
    }

    @inline(__always)
    private func hasAll(_ elements: [FixedElement], _ row: RowView) -> Bool {
        for element in elements where row.isMissing(element.slot) { return false }
        return true
    }

    /// Writes a key whose elements are all there.
    @inline(__always)
    private func write(_ row: RowView, _ elements: [FixedElement], to start: UnsafeMutableRawPointer) {
        var rest = start
        rest.storeBytes(of: definition.number.bigEndian, as: UInt16.self)
        rest += IndexKey.head
        for element in elements {
            KeyEncoding.write(row, element.slot, ascending: element.isAscending, to: &rest)
        }
        let key = KeyEncoding.ordered(row.key)
        rest.storeBytes(of: (definition.isKeyAscending ? key : ~key).bigEndian, as: UInt64.self)
    }
}
