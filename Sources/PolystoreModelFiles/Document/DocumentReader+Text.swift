import PolystoreModel

extension DocumentReader {
    /// Text with its references replaced, up to a byte or the end.
    mutating func text(upTo end: UInt8, isAttribute: Bool = false) throws(DocumentFault) -> String {
        var result = ""
        var start = cursor.index
        while let byte = cursor.byte, byte != end {
            switch byte {
            case 0x26:
                result += cursor.text(from: start)
                result.unicodeScalars.append(try reference())
                start = cursor.index
            case 0x3C:
                throw fault("'<' cannot stand in a value; write '&lt;'")
            case 0x0D, 0x0A:
                // A line end is a space in a value and a line feed in a text.
                result += cursor.text(from: start)
                cursor.advance()
                if byte == 0x0D, cursor.byte == 0x0A { cursor.advance() }
                result += isAttribute ? " " : "\n"
                start = cursor.index
            case 0x09 where isAttribute:
                result += cursor.text(from: start) + " "
                cursor.advance()
                start = cursor.index
            default: cursor.advance()
            }
        }
        return result + cursor.text(from: start)
    }

    /// A reference to a character: `&lt;`, `&#10;` or `&#xA;`.
    private mutating func reference() throws(DocumentFault) -> Unicode.Scalar {
        let place = cursor.place
        cursor.advance()
        let start = cursor.index
        // The longest reference is that of a number with leading zeros; more than this many do not occur.
        while let byte = cursor.byte, byte != 0x3B, cursor.index - start < 16 { cursor.advance() }
        let name = cursor.text(from: start)
        guard cursor.skip(";") else {
            throw DocumentFault("'&' does not begin a reference; write '&amp;'", at: place)
        }
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else {
            throw DocumentFault("the entity '\(name)' is not defined; only the five of XML itself are", at: place)
        }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, let scalar = Unicode.Scalar(number), DocumentCharacters.isAllowed(scalar) else {
            throw DocumentFault("'&\(name);' is no character that a document may have", at: place)
        }
        return scalar
    }
}
