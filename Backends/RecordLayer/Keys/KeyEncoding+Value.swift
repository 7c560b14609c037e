import Foundation
import PolystoreModel
import PolystoreQuery

extension KeyEncoding {
    /// The encoding of a constant as an ascending element that is compared with slots of a kind; nil when no slot of the
    /// kind can be compared with the constant by bytes alone.
    ///
    /// A number that the kind cannot hold is among these: ranges tell what it is compared with (`ConstantRange`).
    static func encode(_ value: Value, comparedWith kind: SlotKind) -> [UInt8]? {
        if value.isMissing { return [missing] }
        if let range = ConstantRange(.equal, value, comparedWith: kind) {
            if range.isEmpty { return nil }
            return switch range {
            case .integers(let range): encode(range.lower, in: kind)
            case .doubles(let range): encode(range.lower)
            }
        }
        guard let contents = ConstantBytes.bytes(value, comparedWith: kind) else { return nil }
        var bytes = [present]
        switch kind {
        case .string, .uri: contents.withUnsafeBytes { append(variable: $0, to: &bytes) }
        default: bytes += contents
        }
        return bytes
    }

    /// The encoding of an integer, as slots of a kind hold it.
    static func encode(_ integer: Int64, in kind: SlotKind) -> [UInt8] {
        if kind == .boolean { return [present, integer == 0 ? 0 : 1] }
        var bytes = [present]
        append(ordered(integer), to: &bytes)
        return bytes
    }

    /// The encoding of a number with a fraction, or of a date.
    static func encode(_ double: Double) -> [UInt8] {
        var bytes = [present]
        append(ordered(double), to: &bytes)
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
