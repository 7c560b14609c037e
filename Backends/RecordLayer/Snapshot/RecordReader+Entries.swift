import PolystoreModel
import PolystoreStorage

extension RecordReader {
    /// The number of the entity of an entry's object.
    @inline(__always)
    func entity(ofEntry value: UnsafeRawBufferPointer, _ definition: IndexDefinition) throws(StoreError) -> UInt16 {
        guard value.count == 2 else {
            throw catalog.error(
                .damaged,
                [
                    .entity: definition.entity.name,
                    .reason: "an entry of the index \(definition.text) is not readable",
                ])
        }
        return UInt16(littleEndian: value.loadUnaligned(as: UInt16.self))
    }

    /// Looks at the row of a cut entry and keeps it if it really is in the range.
    func settle(_ key: Int64, _ root: UInt16, _ cut: inout CutEntries) throws(StoreError) {
        guard let row = try row(root, key), let bindings = catalog.layout(row.layout.number)?.bindings,
            let binding = bindings.first(where: { $0.definition.number == cut.definition.number })
        else { return }
        cut.add(row, binding)
    }
}
