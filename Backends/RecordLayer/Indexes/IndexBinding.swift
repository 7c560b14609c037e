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

    init(_ definition: IndexDefinition, _ layout: RowLayout) {
        self.definition = definition
        let indexes = definition.elements.map { layout.index(of: $0.key) }
        slots = indexes.map { $0 < 0 ? nil : layout.slots[$0] }
        slotIndexes = indexes.filter { $0 >= 0 }
        entityNumber = layout.descriptor.entityNumber
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
        bytes.removeAll(keepingCapacity: true)
        KeyEncoding.append(definition.number, to: &bytes)
        appendElements(row, to: &bytes)
        IndexKey.end(row.key, ascending: definition.isKeyAscending, &bytes)
    }
}
