import PolystoreModel
import PolystoreStorage

/// The entries of one range of an index, taken one after another: a few are read ahead, more each time.
///
/// Memory is that of the entries read ahead, and of neighbours that were cut at the same bytes.
final class EntryStream {
    private struct Entry {
        let place: [UInt8]
        let key: Int64
    }

    private let reader: RecordReader
    private let plan: RecordPlan
    private let definition: IndexDefinition
    private let range: IndexRange
    private let counter: WalkCounter
    /// The keys that were not read yet; nil when none are left.
    private var rest: KeyRange?
    private var ahead: [Entry] = []
    private var next = 0
    private var size = 2

    /// How many entries are read ahead at most.
    private static let largestSize = 256

    init(
        _ reader: RecordReader, _ plan: RecordPlan, _ definition: IndexDefinition, _ range: IndexRange,
        _ counter: WalkCounter
    ) {
        self.reader = reader
        self.plan = plan
        self.definition = definition
        self.range = range
        self.counter = counter
        rest = range.keys
    }

    /// The entry's place among those of other ranges; only after `advance` returned true.
    var place: [UInt8] { ahead[next - 1].place }
    /// The entry's object; only after `advance` returned true.
    var key: Int64 { ahead[next - 1].key }

    /// Goes on to the next entry; false when there is none.
    func advance() throws(StoreError) -> Bool {
        while next == ahead.count {
            guard let rest else { return false }
            try read(rest)
        }
        next += 1
        return true
    }

    private func read(_ keys: KeyRange) throws(StoreError) {
        ahead.removeAll(keepingCapacity: true)
        next = 0
        rest = nil
        var cut = CutEntries(definition: definition, range: range)
        var count = 0
        var last: [UInt8] = []
        try reader.reading.scan(.indexes, keys, plan.direction) { (key, value) throws(StoreError) in
            if !cut.isEmpty, !cut.belongs(key) { take(&cut) }
            // Cut entries are in order only together with their neighbours.
            if count >= size, cut.isEmpty {
                rest =
                    plan.direction == .forward
                    ? KeyRange(lower: last + [0], upper: keys.upper) : KeyRange(lower: keys.lower, upper: last)
                return false
            }
            count += 1
            last = Array(key)
            let objectKey = try reader.objectKey(ofEntry: key, definition)
            let entity = try reader.entity(ofEntry: value, definition)
            guard plan.entities?.contains(entity) ?? true else {
                counter.passed += 1
                return true
            }
            counter.visited += 1
            if IndexKey.isCut(key) {
                cut.begin(key)
                try reader.settle(objectKey, plan.root, &cut)
            } else {
                ahead.append(Entry(place: Array(key.dropFirst(range.given)), key: objectKey))
            }
            return true
        }
        take(&cut)
        size = min(2 * size, Self.largestSize)
    }

    private func take(_ cut: inout CutEntries) {
        for entry in cut.take(plan.direction) {
            var place = Array(entry.encoding.dropFirst(range.given))
            KeyEncoding.append(signed: definition.isKeyAscending ? entry.key : ~entry.key, to: &place)
            ahead.append(Entry(place: place, key: entry.key))
        }
    }
}
