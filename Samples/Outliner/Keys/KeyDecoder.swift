/// Makes keys of the bytes that a terminal sends.
///
/// A sequence may come in pieces. The escape key sends the byte that all sequences begin with: when nothing follows within a
/// moment, the caller says so by `flush()`. Bytes that mean nothing are dropped.
struct KeyDecoder {
    /// The longest sequence of a terminal that is waited for.
    private static let longestSequence = 32
    private static let escape: UInt8 = 0x1B

    private var pending: [UInt8] = []

    /// Whether what came last may go on.
    var isWaiting: Bool { !pending.isEmpty }

    /// Takes bytes.
    ///
    /// - Returns: The keys that are complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = next() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// Ends what is incomplete, because nothing followed.
    ///
    /// - Returns: The escape key, if it was that.
    mutating func flush() -> [Key] {
        guard let first = pending.first else { return [] }
        guard first == Self.escape else {
            pending = []
            return []
        }
        pending.removeFirst()
        // What follows an escape that began no sequence is keys of its own.
        return [.escape] + decode([])
    }

    /// The first key that is complete, with its length; nil for the key of bytes without a meaning, and nothing while more
    /// has to come.
    private func next() -> (Key?, Int)? {
        guard let first = pending.first else { return nil }
        switch first {
        case Self.escape: return sequence()
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00...0x1F: return (nil, 1)
        default: return scalar(first)
        }
    }

    /// A key that is sent as ESC [ … or ESC O ….
    private func sequence() -> (Key?, Int)? {
        guard pending.count > 1 else { return nil }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else { return (.escape, 1) }
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return pending.count > Self.longestSequence ? (nil, pending.count) : nil
        }
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        return (Self.key(final: pending[end], parameters), end + 1)
    }

    private static func key(final: UInt8, _ parameters: String) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "~"):
            switch parameters.prefix(while: \.isNumber) {
            case "1", "7": .home
            case "3": .delete
            case "4", "8": .end
            case "5": .pageUp
            case "6": .pageDown
            default: nil
            }
        default: nil
        }
    }

    /// A character in UTF-8.
    private func scalar(_ first: UInt8) -> (Key?, Int)? {
        let length: Int
        switch first {
        case 0x20..<0x7F: length = 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return (nil, 1)
        }
        let bytes = pending.prefix(length)
        // A byte that cannot go on ends the character where it is.
        if let stray = bytes.dropFirst().firstIndex(where: { !(0x80...0xBF).contains($0) }) { return (nil, stray) }
        guard bytes.count == length else { return nil }
        let scalars = String(validating: bytes, as: UTF8.self)?.unicodeScalars
        // Further controls, in two bytes, steer terminals and are no text.
        guard let scalar = scalars?.first, scalar.value >= 0xA0 || scalar.isASCII else { return (nil, length) }
        return (.character(Character(scalar)), length)
    }
}
