import Foundation

extension MutableRow {
    /// Sets a slot from a tagged value; a missing value clears it.
    ///
    /// Integers are taken by doubles, floats and decimals exactly or not at all; a value that does not fit is refused.
    ///
    /// - Throws: `ValueError` when the value is of another kind, does not fit, or is NaN.
    public func set(_ value: Value, at index: Int) throws(ValueError) {
        let slot = layout.slot(at: index)
        if value.isMissing {
            setMissing(at: index)
            return
        }
        switch (slot.kind, try value.converted(to: slot.kind)) {
        case (.boolean, .boolean(let value)): setInteger(value ? 1 : 0, at: index)
        case (_, .integer(let value)): setInteger(value, at: index)
        case (_, .double(let value)): setDouble(value, at: index)
        case (_, .date(let value)): setDouble(value.timeIntervalSinceReferenceDate, at: index)
        case (_, .uuid(let value)): setUUID(value, at: index)
        case (_, .string(var text)): text.withUTF8 { setVariable(UnsafeRawBufferPointer($0), at: index) }
        case (_, .uri(let uri)):
            var text = uri.absoluteString
            text.withUTF8 { setVariable(UnsafeRawBufferPointer($0), at: index) }
        case (_, .decimal(let value)):
            var bytes: [UInt8] = []
            do {
                try DecimalEncoding.encode(value, into: &bytes)
            } catch {
                throw ValueError(.notANumber, expected: "decimal", cause: error)
            }
            bytes.withUnsafeBytes { setVariable($0, at: index) }
        case (_, .data(let value)): value.withUnsafeBytes { setVariable($0, at: index) }
        case (_, .object(let value)): setReference(value, at: index)
        default: throw ValueError(.wrongType, expected: "\(slot.kind)", found: value.kindName)
        }
    }
}
