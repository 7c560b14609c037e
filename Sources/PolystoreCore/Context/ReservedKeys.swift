import PolystoreModel

/// Keys that a context took for the objects of an entity that it will insert, so that a lock is taken for many of them.
///
/// A range is as long as the number of keys that were taken before, up to 64: a context that inserts one object takes one
/// key, and fewer keys are lost with a context than it used. Each store's keys are given in their order.
struct ReservedKeys {
    private static let longest = 64

    private struct Range {
        let store: StoreNumber
        var next: Int64 = 0
        var end: Int64 = 0
        var taken = 0
    }

    /// Which stores the ranges are of: the coordinator's number, raised whenever one comes or goes.
    private var generation = 0
    private var ranges: [Range] = []

    /// The next key, if there is one of the store.
    mutating func take(of store: StoreNumber, generation: Int) -> Int64? {
        guard self.generation == generation else {
            self.generation = generation
            ranges = []
            return nil
        }
        for index in ranges.indices where ranges[index].store == store && ranges[index].next < ranges[index].end {
            defer { ranges[index].next += 1 }
            ranges[index].taken += 1
            return ranges[index].next
        }
        return nil
    }

    /// How many keys of a store to ask for.
    func nextCount(of store: StoreNumber) -> Int {
        min(max(ranges.first { $0.store == store }?.taken ?? 1, 1), ReservedKeys.longest)
    }

    /// Takes new keys, of which the first is used already.
    mutating func add(_ keys: Swift.Range<Int64>, of store: StoreNumber) {
        let known = ranges.firstIndex { $0.store == store }
        let index = known ?? ranges.count
        if known == nil { ranges.append(Range(store: store)) }
        (ranges[index].next, ranges[index].end) = (keys.lowerBound + 1, keys.upperBound)
        ranges[index].taken += 1
    }
}
