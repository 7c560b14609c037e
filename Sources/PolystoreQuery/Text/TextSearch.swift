/// Search and comparison of texts by their UTF-8 bytes.
///
/// Fold both operands first where a comparison passes over case or marks. In valid UTF-8 a text is only ever found at
/// the bounds of scalars. An empty text is found everywhere.
public enum TextSearch {
    /// Whether the text contains the other one.
    ///
    /// - Complexity: O(n + m).
    public static func contains(_ text: UnsafeRawBufferPointer, _ sought: UnsafeRawBufferPointer) -> Bool {
        firstOffset(of: sought, in: text, from: 0) != nil
    }

    /// Whether the text begins with the other one.
    public static func hasPrefix(_ text: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer) -> Bool {
        matches(prefix, in: text, at: 0)
    }

    /// Whether the text ends with the other one.
    public static func hasSuffix(_ text: UnsafeRawBufferPointer, _ suffix: UnsafeRawBufferPointer) -> Bool {
        matches(suffix, in: text, at: text.count - suffix.count)
    }

    /// Whether the texts are the same bytes.
    public static func equals(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        left.count == right.count && matches(left, in: right, at: 0)
    }

    /// The order of the texts: below zero, zero or above zero as the first is less, the same or greater.
    ///
    /// Bytes are unsigned; a text is less than a longer one that begins with it. This is the order of Unicode scalars.
    public static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let common = min(left.count, right.count)
        if common > 0, let one = left.baseAddress, let other = right.baseAddress {
            var offset = 0
            while offset + 8 <= common {
                let oneWord = one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let otherWord = other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if oneWord != otherWord {
                    return UInt64(bigEndian: oneWord) < UInt64(bigEndian: otherWord) ? -1 : 1
                }
                offset += 8
            }
            while offset < common {
                let oneByte = one.load(fromByteOffset: offset, as: UInt8.self)
                let otherByte = other.load(fromByteOffset: offset, as: UInt8.self)
                if oneByte != otherByte {
                    return oneByte < otherByte ? -1 : 1
                }
                offset += 1
            }
        }
        return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }

    /// The first offset, from a given one on, at which the text holds the sought one.
    ///
    /// - Complexity: O(n + m). It looks for the first byte and compares, as is quickest for most texts; when that cost
    ///   more than a few steps a byte, it goes on with a table that never steps back.
    public static func firstOffset(
        of sought: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard start >= 0, start <= text.count, sought.count <= text.count - start else { return nil }
        guard let first = sought.first else { return start }
        let last = text.count - sought.count
        var credit = 64 + 4 * (text.count - start)
        var offset = start
        while let found = firstOffset(ofByte: first, in: text, from: offset, through: last) {
            var length = 1
            while length < sought.count, text[found + length] == sought[length] {
                length += 1
            }
            if length == sought.count {
                return found
            }
            offset = found + 1
            credit -= length
            if credit < 0 {
                return firstOffsetByTable(of: sought, in: text, from: offset)
            }
        }
        return nil
    }

    /// Whether the text holds the part at an offset, which may lie outside.
    static func matches(_ part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard start >= 0, part.count <= text.count - start else { return false }
        guard let sought = part.baseAddress, let base = text.baseAddress else { return true }
        let place = base + start
        let end = part.count
        var offset = 0
        while offset + 8 <= end {
            guard
                sought.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == place.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            offset += 8
        }
        while offset < end {
            let byte = sought.load(fromByteOffset: offset, as: UInt8.self)
            guard byte == place.load(fromByteOffset: offset, as: UInt8.self) else { return false }
            offset += 1
        }
        return true
    }

    /// The first offset of a byte between two offsets.
    private static func firstOffset(
        ofByte byte: UInt8, in text: UnsafeRawBufferPointer, from start: Int, through last: Int
    ) -> Int? {
        guard let base = text.baseAddress else { return nil }
        var offset = start
        let pattern = ASCIIWord.ones &* UInt64(byte)
        while offset + 7 <= last {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let difference = word ^ pattern
            // The lowest bit set is exact: a borrow reaches only bytes above the first zero byte.
            let zeros = (difference &- ASCIIWord.ones) & ~difference & ASCIIWord.highBits
            if zeros != 0 {
                return offset + zeros.trailingZeroBitCount / 8
            }
            offset += 8
        }
        while offset <= last {
            if base.load(fromByteOffset: offset, as: UInt8.self) == byte {
                return offset
            }
            offset += 1
        }
        return nil
    }

    /// The same search by the method of Knuth, Morris and Pratt.
    private static func firstOffsetByTable(
        of sought: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        // For each length of a match, the length of the longest shorter match that ends at the same place.
        var shorter = [0, 0]
        shorter.reserveCapacity(sought.count + 1)
        var length = 0
        for offset in 1..<max(sought.count, 1) {
            while length > 0, sought[length] != sought[offset] {
                length = shorter[length]
            }
            length += sought[length] == sought[offset] ? 1 : 0
            shorter.append(length)
        }
        length = 0
        for offset in start..<text.count {
            while length > 0, sought[length] != text[offset] {
                length = shorter[length]
            }
            length += sought[length] == text[offset] ? 1 : 0
            if length == sought.count {
                return offset + 1 - length
            }
        }
        return nil
    }
}
