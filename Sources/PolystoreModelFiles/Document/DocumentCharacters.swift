/// Which characters a document may have.
enum DocumentCharacters {
    /// Whether a scalar may stand in a document, as itself or by its number.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Throws at the first character that no document may have.
    static func check(_ text: String) throws(DocumentFault) {
        // Bytes are looked at first: a control character is one byte, and the two others share their first ones.
        guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0xEF }) else {
            return
        }
        var place = DocumentPlace(line: 1, column: 1)
        for scalar in text.unicodeScalars {
            if !isAllowed(scalar) {
                let number = String(scalar.value, radix: 16, uppercase: true)
                throw DocumentFault("the character U+\(number) is not allowed", at: place)
            }
            place =
                scalar == "\n"
                ? DocumentPlace(line: place.line + 1, column: 1)
                : DocumentPlace(line: place.line, column: place.column + 1)
        }
    }

    /// Whether a byte may stand in a name; all bytes outside of ASCII may.
    static func isName(_ byte: UInt8, first: Bool) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x80...0xFF: true
        case 0x30...0x39, 0x2D, 0x2E: !first
        default: false
        }
    }
}
