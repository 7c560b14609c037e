import PolystoreStorage

/// Changes of entries in the order of the beginnings of their keys: where they lie as they came, and their places in order.
struct OrderedEntries {
    let changes: UnsafeBufferPointer<EntryChange>
    /// The places, in the lower halves.
    let places: UnsafeMutableBufferPointer<UInt64>

    /// Calls a closure with one change after another in the order of keys; of those of one key with the last that came.
    func each(
        _ longKeys: UnsafeRawBufferPointer, _ body: (EntryChange) throws(StoreError) -> Void
    ) throws(StoreError) {
        var start = 0
        while start < places.count {
            let change = self[start]
            var end = start + 1
            while end < places.count, self[end].isLike(change) { end += 1 }
            if end == start + 1 { try body(change) } else { try eachOfTies(start..<end, longKeys, body) }
            start = end
        }
    }

    /// The same of changes whose keys begin alike: long ones, and short ones that end in zeros.
    @inline(never)
    private func eachOfTies(
        _ range: Range<Int>, _ longKeys: UnsafeRawBufferPointer, _ body: (EntryChange) throws(StoreError) -> Void
    ) throws(StoreError) {
        places[range].sort { left, right in
            let (left, right) = (change(at: left), change(at: right))
            let order = left.withKey(longKeys) { key in
                right.withKey(longKeys) { otherKey in KeyEncoding.order(key, otherKey) }
            }
            return order == 0 ? left.place < right.place : order < 0
        }
        for index in range {
            let isLast = index + 1 == range.upperBound || !self[index].hasKey(of: self[index + 1], longKeys)
            if isLast { try body(self[index]) }
        }
    }

    @inline(__always)
    private subscript(index: Int) -> EntryChange { change(at: places[index]) }

    @inline(__always)
    private func change(at place: UInt64) -> EntryChange { changes[Int(UInt32(truncatingIfNeeded: place))] }
}
