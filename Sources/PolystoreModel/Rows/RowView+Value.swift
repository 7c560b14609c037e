import Foundation

extension RowView {
    /// The value of a slot; deferred data reads as missing (see `deferredData`).
    ///
    /// Meant for tools and slow paths: it allocates for text and data.
    public func value(_ slot: RowSlot) -> Value {
        if isMissing(slot) { return .missing }
        switch slot.kind {
        case .boolean: return .boolean(integer(slot) != 0)
        case .integer16, .integer32, .integer64, .orderKey: return .integer(integer(slot))
        case .float, .double: return .double(double(slot))
        case .date: return .date(Date(timeIntervalSinceReferenceDate: double(slot)))
        case .uuid: return .uuid(uuid(slot))
        case .string: return .string(String(decoding: variable(slot), as: UTF8.self))
        case .uri:
            return URL(string: String(decoding: variable(slot), as: UTF8.self)).map(Value.uri) ?? .missing
        case .decimal: return DecimalEncoding.decode(variable(slot)).map(Value.decimal) ?? .missing
        case .binary, .transformable:
            return deferredData(slot) == nil ? .data(Data(variable(slot))) : .missing
        case .reference, .objectReference: return reference(slot).map(Value.object) ?? .missing
        }
    }

    /// The value of a property; missing when the layout does not hold it.
    public func value(for key: PropertyKey) -> Value {
        let index = layout.index(of: key)
        return index < 0 ? .missing : value(layout.slots[index])
    }
}
