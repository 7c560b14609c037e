import Foundation
import PolystoreRandom

/// A damage to one file.
struct Damage: CustomStringConvertible {
    enum Kind: CaseIterable {
        case flip, flipAtBeginning, truncate, zero, swap, foreign, stomp
    }

    let description: String
    let path: String
    let bytes: [UInt8]

    private static let page = 4096

    /// Damages one of the files of a folder at random; nil where that changes nothing.
    init?(_ files: [String: [UInt8]], _ random: inout RandomSource) {
        let paths = files.keys.sorted()
        path = random.pick(paths)
        var bytes = files[path] ?? []
        let kind = random.pick(Kind.allCases)
        let original = bytes
        let pages = bytes.count / Self.page
        switch kind {
        case .flip, .flipAtBeginning:
            guard !bytes.isEmpty else { return nil }
            // The beginning of a page says what is in it; that of a file, what the file is.
            var offset = random.below(bytes.count)
            if kind == .flipAtBeginning { offset = min(offset, random.below(4) * Self.page + random.below(200)) }
            let bit = random.below(8)
            bytes[offset] ^= 1 << UInt8(bit)
            description = "\(path): bit \(bit) of byte \(offset)"
        case .truncate:
            guard bytes.count > 512 else { return nil }
            let length = random.below(bytes.count / 512) * 512
            bytes.removeLast(bytes.count - length)
            description = "\(path): cut off at \(length) of \(original.count)"
        case .zero:
            guard pages > 0 else { return nil }
            let first = random.below(pages)
            bytes.replaceSubrange(
                (first * Self.page)..<((first + 1) * Self.page), with: [UInt8](repeating: 0, count: Self.page))
            description = "\(path): page \(first) is zero"
        case .swap:
            guard pages > 1 else { return nil }
            let (first, second) = (random.below(pages), random.below(pages))
            for byte in 0..<Self.page { bytes.swapAt(first * Self.page + byte, second * Self.page + byte) }
            description = "\(path): pages \(first) and \(second) are swapped"
        case .stomp:
            guard bytes.count >= 64 else { return nil }
            let offset = random.below(bytes.count - 63)
            bytes.replaceSubrange(offset..<(offset + 64), with: random.bytes(64))
            description = "\(path): 64 random bytes at \(offset)"
        case .foreign:
            switch random.below(4) {
            case 0: bytes = []
            case 1: bytes = Array(String(repeating: "This is a text, and no store. ", count: 400).utf8)
            case 2: bytes = random.bytes(20_000)
            default: bytes = files[random.pick(paths)] ?? []
            }
            description = "\(path): a foreign file of \(bytes.count) bytes"
        }
        guard bytes != original else { return nil }
        self.bytes = bytes
    }
}
