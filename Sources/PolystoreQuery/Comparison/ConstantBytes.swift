import Foundation
import PolystoreModel

/// The bytes of constants as slots hold values: what texts, URIs, UUIDs and decimals are compared by.
public enum ConstantBytes {
    /// The bytes of a constant that is compared with values of a kind; nil when no value of the kind can equal it, or be less
    /// or greater, by bytes.
    ///
    /// Bytes of one kind have the order of the values, compared as unsigned bytes.
    public static func bytes(_ constant: Value, comparedWith kind: SlotKind) -> [UInt8]? {
        switch (kind, constant) {
        case (.string, .string(let text)): Array(text.utf8)
        case (.uri, .uri(let uri)): Array(uri.absoluteString.utf8)
        case (.uuid, .uuid(let uuid)): withUnsafeBytes(of: uuid.uuid) { Array($0) }
        case (.decimal, .decimal(let number)): encoded(number)
        case (.decimal, .integer(let number)): encoded(Decimal(number))
        default: nil
        }
    }

    private static func encoded(_ number: Decimal) -> [UInt8]? {
        var bytes: [UInt8] = []
        do {
            try DecimalEncoding.encode(number, into: &bytes)
        } catch {
            // Not a number: no slot holds it, and comparing values says so.
            return nil
        }
        return bytes
    }
}
