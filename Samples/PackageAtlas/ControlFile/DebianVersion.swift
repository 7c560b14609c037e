/// A version `[epoch:]upstream[-revision]` with Debian's order.
///
/// In that order `~` sorts before everything, even the end, letters before other characters, and runs of digits by
/// their number: `1.0~rc1 < 1.0 < 1.0-1 < 1.0.1 < 1:0.1`.
struct DebianVersion: Comparable, Sendable {
    private let epoch: Int
    private let upstream: [UInt8]
    private let revision: [UInt8]

    /// Takes any text: what is no well-formed version still has its place in the order.
    init(_ text: String) {
        var rest = Array(text.utf8)[...]
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            let epoch = Int(String(decoding: rest[..<colon], as: UTF8.self))
        {
            self.epoch = epoch
            rest = rest[(colon + 1)...]
        } else {
            epoch = 0
        }
        if let dash = rest.lastIndex(of: UInt8(ascii: "-")) {
            upstream = Array(rest[..<dash])
            revision = Array(rest[(dash + 1)...])
        } else {
            upstream = Array(rest)
            revision = []
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.compare(right) == 0
    }

    static func < (left: Self, right: Self) -> Bool {
        left.compare(right) < 0
    }

    private func compare(_ other: Self) -> Int {
        if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
        let order = Self.compare(upstream, other.upstream)
        return order != 0 ? order : Self.compare(revision, other.revision)
    }

    private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var left = left[...]
        var right = right[...]
        while !left.isEmpty || !right.isEmpty {
            while true {
                let (first, second) = (weight(left.first), weight(right.first))
                if first != second { return first < second ? -1 : 1 }
                if first == 0 { break }
                left = left.dropFirst()
                right = right.dropFirst()
            }
            let first = digits(&left)
            let second = digits(&right)
            if first.count != second.count { return first.count < second.count ? -1 : 1 }
            for (one, other) in zip(first, second) where one != other { return one < other ? -1 : 1 }
        }
        return 0
    }

    /// The place of a character between runs of digits; 0 for a digit and for the end.
    private static func weight(_ byte: UInt8?) -> Int {
        guard let byte, !isDigit(byte) else { return 0 }
        if byte == UInt8(ascii: "~") { return -1 }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        return isLetter ? Int(byte) : Int(byte) + 256
    }

    /// Takes a run of digits off the front, without its leading zeros, so that a longer one is the greater number.
    private static func digits(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let run = bytes.prefix(while: isDigit)
        bytes = bytes.dropFirst(run.count)
        return run.drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
