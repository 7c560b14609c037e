import Foundation
import PolystoreModel
import PolystoreStorage

/// What the value of a recorded row has to be, beyond what the checksum of the row says.
enum RecordedValue {
    /// Checks the value of a slot that is not missing and no reference.
    ///
    /// - Throws: `damaged` for bytes that no writer writes, without the offset.
    static func check(_ row: RowView, _ slot: RowSlot) throws(ChangeSetError) {
        let isValid =
            switch slot.kind {
            case .float, .double, .date: !row.double(slot).isNaN
            case .string: String(validating: row.variable(slot), as: UTF8.self) != nil
            case .uri: String(validating: row.variable(slot), as: UTF8.self).flatMap { URL(string: $0) } != nil
            case .decimal: DecimalEncoding.decode(row.variable(slot)) != nil
            default: true
            }
        guard isValid else { throw ChangeSetError(.damaged, [.property: slot.key.name, .reason: "a value"]) }
    }
}

extension SlotKind {
    /// Whether every value of the kind is exactly a value of another kind, in the same form: the kind itself, a wider integer,
    /// a double for a float.
    func widens(to other: SlotKind) -> Bool {
        switch (self, other) {
        case (.integer16, .integer32), (.integer16, .integer64), (.integer32, .integer64), (.float, .double): true
        default: self == other
        }
    }
}

extension RowView {
    /// Copies the value of a slot, which is there and no reference, to the row that is being built.
    func copyValue(_ slot: RowSlot, to other: RowSlot, of builder: RowBatchBuilder) {
        switch slot.kind {
        case .boolean, .integer16, .integer32, .integer64, .orderKey: builder.setInteger(integer(slot), other)
        case .float, .double, .date: builder.setDouble(double(slot), other)
        case .uuid: builder.setUUID(uuid(slot), other)
        case .string, .uri, .decimal: builder.setVariable(variable(slot), other)
        case .binary, .transformable:
            if let deferred = deferredData(slot) {
                builder.setDeferred(deferred, other)
            } else {
                builder.setVariable(variable(slot), other)
            }
        case .reference, .objectReference: preconditionFailure("a reference is copied without its peer")
        }
    }
}
