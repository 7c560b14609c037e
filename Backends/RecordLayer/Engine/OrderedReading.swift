import PolystoreStorage

/// What snapshots and transactions of an engine have in common: reading keys in order.
///
/// Keys and values are handed out where they lie, not copied. The calls are coarse on purpose: one call reads some values
/// or a whole range, so an engine in another module costs one indirect call, not one for each byte or step.
public protocol OrderedReading: AnyObject {
    /// An entry where it lies.
    typealias Entry = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    /// Receives an entry of a scan; false ends the scan. The key is valid inside the call only, the value as long as those
    /// that `value` hands out.
    typealias Visitor = (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool

    /// Receives entries that follow each other; false ends the scan. Keys are valid inside the call only, values as long
    /// as those that `value` hands out.
    typealias RunVisitor = (_ entries: UnsafeBufferPointer<Entry>) throws(StoreError) -> Bool

    /// The value of a key; nil when there is none.
    ///
    /// The bytes are valid while the snapshot is held; in a transaction, until it changes something or ends.
    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer?

    /// Looks up several keys: puts the value of each, nil where there is none, into the place of the key.
    ///
    /// An engine that knows many keys at once can search for them side by side. The default looks up one after another.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - keys: The keys, all of the same length, one behind the other.
    ///   - values: As many places as keys.
    /// - Throws: The engine's errors.
    func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError)

    /// Visits the entries of a range in order, as many at a time as the engine has at hand, until the visitor returns
    /// false. In a transaction the visitor must not change anything.
    func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError)

    /// The number of entries in a range, or the limit if there are more. The default scans.
    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int
}

extension OrderedReading {
    /// Looks up one key after another.
    public func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        try values.fill(for: keys) { (key) throws(StoreError) in try value(table, key) }
    }

    /// Counts by scanning.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        var count = 0
        if limit <= 0 { return 0 }
        try scanRuns(table, range, .forward) { (entries) throws(StoreError) in
            count += entries.count
            return count < limit
        }
        return min(count, limit)
    }

    /// Visits the entries of a range in order, one at a time, until the visitor returns false.
    public func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        try scanRuns(table, range, direction) { (entries) throws(StoreError) in
            for entry in entries where try !visit(entry.key, entry.value) { return false }
            return true
        }
    }
}
