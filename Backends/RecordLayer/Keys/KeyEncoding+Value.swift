import Foundation
import PolystoreModel

extension KeyEncoding {
    /// The encoding of a constant as an ascending element that is compared with slots of a kind; nil when no slot of the
    /// kind can be compared with the constant by bytes alone.
    static func encode(_ value: Value, comparedWith kind: SlotKind) -> [UInt8]? {
        if value.isMissing { return [missing] }
        var bytes = [present]
        if let number = number(value, comparedWith: kind) {
            append(number, to: &bytes)
            return bytes
        }
        switch (kind, value) {
        case (.boolean, .boolean(let value)): bytes.append(value ? 1 : 0)
        case (.uuid, .uuid(let value)): withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
        case (.string, .string(var text)):
            text.withUTF8 { append(variable: UnsafeRawBufferPointer($0), to: &bytes) }
        case (.uri, .uri(let uri)):
            var text = uri.absoluteString
            text.withUTF8 { append(variable: UnsafeRawBufferPointer($0), to: &bytes) }
        case (.decimal, .decimal(let value)):
            do {
                try DecimalEncoding.encode(value, into: &bytes)
            } catch {
                // NaN compares with nothing by bytes.
                return nil
            }
        default: return nil
        }
        return bytes
    }

    /// The eight bytes of a constant that is compared with numbers or dates, as a number; nil where it is not one of those
    /// that the kind can have.
    @inline(__always)
    static func number(_ value: Value, comparedWith kind: SlotKind) -> UInt64? {
        switch (kind, value) {
        case (.integer16, .integer(let value)), (.integer32, .integer(let value)), (.integer64, .integer(let value)):
            ordered(value)
        case (.float, .double(let value)), (.double, .double(let value)): value.isNaN ? nil : ordered(value)
        case (.float, .integer(let value)), (.double, .integer(let value)): Double(exactly: value).map(ordered)
        case (.date, .date(let value)):
            value.timeIntervalSinceReferenceDate.isNaN ? nil : ordered(value.timeIntervalSinceReferenceDate)
        default: nil
        }
    }

    /// The bytes that the encodings of all texts with a beginning begin with.
    static func encode(beginning text: String) -> [UInt8] {
        var bytes = [present]
        var text = text
        text.withUTF8 { append(escaping: UnsafeRawBufferPointer($0), to: &bytes) }
        return bytes
    }
}
