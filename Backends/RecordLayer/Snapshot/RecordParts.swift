import PolystoreModel
import PolystoreStorage

/// The records of a hierarchy in parts of as many keys each, which two threads take one after another until there is none
/// left.
final class RecordParts: Sendable {
    /// How many keys a part has at least: so many that what is done once for each does not matter.
    private static let least: UInt64 = 2048
    /// How many parts there are at least, or it is not worth while to ask for help.
    private static let fewest: UInt64 = 8
    /// How many there are at most.
    private static let most: UInt64 = 64

    private let root: UInt16
    private let first: Int64
    private let length: UInt64
    private let parts: Parts

    /// Looks for the first and the last key; nil when there are few between them.
    ///
    /// Where keys are far apart there can be few records all the same: then help is asked for that gains nothing.
    init?(_ reading: any OrderedReading, _ root: UInt16) throws(StoreError) {
        guard let first = try Self.end(reading, root, .forward), let last = try Self.end(reading, root, .backward)
        else {
            return nil
        }
        let span = UInt64(bitPattern: last &- first)
        let count = Int(min(span / Self.least, Self.most))
        guard count >= Self.fewest else { return nil }
        self.root = root
        self.first = first
        length = span / UInt64(count) + 1
        parts = Parts(count: count)
    }

    private static func end(
        _ reading: any OrderedReading, _ root: UInt16, _ direction: ScanDirection
    ) throws(StoreError) -> Int64? {
        var found: Int64?
        try reading.scan(.records, KeyRange(prefix: RecordKey.prefix(root)), direction) { (key, _) in
            if key.count == RecordKey.length { found = RecordKey.key(atEndOf: key) }
            return false
        }
        return found
    }

    /// How many parts there are.
    var count: Int { parts.count }

    /// The number of a part that nobody has taken; nil when there is none left.
    func take() -> Int? { parts.take() }

    /// The keys of a part, of which the outermost ones have no bounds but those of the hierarchy.
    func range(_ part: Int) -> KeyRange {
        var range = KeyRange(prefix: RecordKey.prefix(root))
        if part > 0 { range.lower = start(of: part) }
        if part + 1 < count { range.upper = start(of: part + 1) }
        return range
    }

    private func start(of part: Int) -> [UInt8] {
        // Wraps nowhere: parts begin before the last key, which is at most `span` behind the first.
        RecordKey.bytes(root, first &+ Int64(bitPattern: length &* UInt64(part)))
    }
}
