import Foundation
import PolystoreModel

extension KeyEncoding {
    /// The encoding of a constant as an ascending element that is compared with slots of a kind; nil when no slot of the
    /// kind can be compared with the constant by bytes alone.
    static func encode(_ value: Value, comparedWith kind: SlotKind) -> [UInt8]? {
        if value.isMissing { return [missing] }
        var bytes = [present]
        switch (kind, value) {
        case (.boolean, .boolean(let value)): bytes.append(value ? 1 : 0)
        case (.integer16, .integer(let value)), (.integer32, .integer(let value)), (.integer64, .integer(let value)):
            append(signed: value, to: &bytes)
        case (.float, .double(let value)), (.double, .double(let value)):
            if value.isNaN { return nil }
            append(double: value, to: &bytes)
        case (.float, .integer(let value)), (.double, .integer(let value)):
            guard let exact = Double(exactly: value) else { return nil }
            append(double: exact, to: &bytes)
        case (.date, .date(let value)):
            if value.timeIntervalSinceReferenceDate.isNaN { return nil }
            append(double: value.timeIntervalSinceReferenceDate, to: &bytes)
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

    /// The bytes that the encodings of all texts with a beginning begin with.
    static func encode(beginning text: String) -> [UInt8] {
        var bytes = [present]
        var text = text
        text.withUTF8 { append(escaping: UnsafeRawBufferPointer($0), to: &bytes) }
        return bytes
    }
}
