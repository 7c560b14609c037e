import PolystoreRecordLayer
import PolystoreStorage

/// Keys and values in the order of the keys: what your engine keeps in its own way.
struct SortedList: Sendable {
    /// The bytes of a value, which stay where they are while they are held.
    final class Bytes: Sendable {
        // SAFETY: written in init, only read afterwards, freed in deinit.
        nonisolated(unsafe) let buffer: UnsafeMutableRawBufferPointer

        init(_ bytes: UnsafeRawBufferPointer) {
            buffer = .allocate(byteCount: bytes.count, alignment: 8)
            buffer.copyMemory(from: bytes)
        }

        deinit { buffer.deallocate() }
    }

    private var keys: [[UInt8]] = []
    private var values: [Bytes] = []

    /// The place of the first key that is not before another.
    private func place(_ key: some Sequence<UInt8>) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func find(_ key: UnsafeRawBufferPointer) -> (place: Int, isThere: Bool) {
        let place = place(key)
        return (place, place < keys.count && keys[place].elementsEqual(key))
    }

    func value(_ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let (place, isThere) = find(key)
        return isThere ? UnsafeRawBufferPointer(values[place].buffer) : nil
    }

    mutating func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let (place, isThere) = find(key)
        if isThere {
            values[place] = Bytes(value)
        } else {
            keys.insert(Array(key), at: place)
            values.insert(Bytes(value), at: place)
        }
    }

    mutating func remove(_ key: UnsafeRawBufferPointer) {
        let (place, isThere) = find(key)
        guard isThere else { return }
        keys.remove(at: place)
        values.remove(at: place)
    }

    /// The bytes of the values that another list does not hold.
    func byteCount(notIn other: SortedList) -> Int {
        let others = Set(other.values.map(ObjectIdentifier.init))
        return values.reduce(0) { others.contains(ObjectIdentifier($1)) ? $0 : $0 + $1.buffer.count }
    }

    func scan(
        _ range: KeyRange, _ direction: ScanDirection, _ visit: OrderedReading.RunVisitor
    ) throws(StoreError) {
        let (start, end) = (place(range.lower), range.upper.map(place) ?? keys.count)
        guard start < end else { return }
        for step in 0..<(end - start) {
            let index = direction == .forward ? start + step : end - 1 - step
            // The key is copied to a place of its own for the call; an engine with memory of its own hands that out.
            let key = keys[index].withUnsafeBytes { Bytes($0) }
            var entry: OrderedReading.Entry = (
                UnsafeRawBufferPointer(key.buffer), UnsafeRawBufferPointer(values[index].buffer)
            )
            let isOpen = try withUnsafePointer(to: &entry) { (entry) throws(StoreError) in
                try visit(UnsafeBufferPointer(start: entry, count: 1))
            }
            if !isOpen { return }
        }
    }
}
