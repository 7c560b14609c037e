import PolystoreModel
import PolystoreStorage

/// Reads the rows of keys, several at a time and in the order in which the keys come, so that an engine can look for them
/// side by side.
///
/// Used by one walk, on one thread.
final class RowGathering {
    private let reader: RecordReader
    private let root: UInt16
    // One walk uses these, and no access is re-entrant: there is nothing for the runtime to check.
    @exclusivity(unchecked) private var step = ScanStep()
    @exclusivity(unchecked) private var count = 0
    /// The keys; room for as many as the largest step.
    private let keys = UnsafeMutablePointer<Int64>.allocate(capacity: ScanStep.largest)
    /// The keys as the engine knows them, one behind the other.
    private let names = UnsafeMutableRawPointer.allocate(
        byteCount: ScanStep.largest * RecordKey.length, alignment: 8)
    /// What the engine has found.
    private let values = UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>.allocate(capacity: ScanStep.largest)

    init(_ reader: RecordReader, _ root: UInt16) {
        self.reader = reader
        self.root = root
        values.initialize(repeating: nil)
    }

    deinit {
        keys.deallocate()
        names.deallocate()
        values.deallocate()
    }

    /// Whether no key waits for its row.
    @inline(__always) var isEmpty: Bool { count == 0 }

    /// Takes a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - wanted: How many rows are wanted at most: no more are read ahead.
    /// - Returns: Whether the rows are to be read now.
    @inline(__always)
    func add(_ key: Int64, wanted: Int) -> Bool {
        keys[count] = key
        RecordKey.write(root, key, to: names + count * RecordKey.length)
        count += 1
        return count >= min(step.count, wanted)
    }

    /// Reads the rows of keys, in their order, and calls a closure with each.
    ///
    /// - Returns: Whether the closure wants more.
    func read(
        _ keys: ArraySlice<Int64>, _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        for key in keys where add(key, wanted: .max) { guard try read(visit) else { return false } }
        return try read(visit)
    }

    /// Reads the rows of the keys that were taken and calls a closure with each; keys without a row are passed over.
    ///
    /// - Returns: Whether the closure wants more.
    func read(_ visit: (RowView) throws(StoreError) -> Bool) throws(StoreError) -> Bool {
        let count = count
        guard count > 0 else { return true }
        self.count = 0
        step.grow()
        let found = UnsafeMutableBufferPointer(rebasing: values[..<count])
        try reader.reading.values(
            .records, UnsafeRawBufferPointer(start: names, count: count * RecordKey.length), found)
        var last = RecordReader.LastLayout()
        for place in 0..<count {
            guard let value = found[place] else { continue }
            if try !visit(reader.view(value, root, keys[place], &last)) { return false }
        }
        return true
    }
}
