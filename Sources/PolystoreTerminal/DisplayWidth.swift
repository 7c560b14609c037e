/// How many cells of a terminal a text takes, and how it is cut to fit.
package enum DisplayWidth {
    /// The cells of a text without control characters.
    ///
    /// A grapheme takes two cells when it is East Asian wide or shown as an emoji, none when it only combines or
    /// formats, and one otherwise.
    package static func of(_ text: String) -> Int {
        // Most text is ASCII, where a byte is a cell.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The longest beginning of a text that fits, ending in `…` where something was cut.
    package static func truncate(_ text: String, to cells: Int) -> String {
        guard cells > 0 else { return "" }
        guard of(text) > cells else { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = width(of: character)
            if used + next > cells - 1 { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }

    /// The text with every control character and direction override written out, so that data cannot steer a terminal.
    package static func printable(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where steers(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        return first.properties.isEmojiPresentation || isWide(first.value) ? 2 : 1
    }

    /// The blocks of East Asian wide and full-width characters.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
