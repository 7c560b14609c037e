import PolystoreModel
import PolystoreStorage

/// What snapshots and transactions of an engine have in common: reading keys in order.
///
/// Keys and values are handed out where they lie, not copied. The calls are coarse on purpose: one call reads one value
/// or a whole range, so an engine in another module costs one indirect call, not one for each byte or step.
public protocol OrderedReading: AnyObject {
    /// Receives an entry of a scan; false ends the scan. The key is valid inside the call only, the value as long as those
    /// that `value` hands out.
    typealias Visitor = (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool

    /// An entry where it lies.
    typealias Entry = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    /// Receives entries that follow each other; false ends the scan. Keys are valid inside the call only, values as long
    /// as those that `value` hands out.
    typealias RunVisitor = (_ entries: UnsafeBufferPointer<Entry>) throws(StoreError) -> Bool

    /// Whether values can only be what this process wrote, so that nobody has to hold a row to its checksum whenever it
    /// is read; `check` does it all the same.
    static var keepsValuesIntact: Bool { get }

    /// Whether `batch` ever finds anything.
    static var keepsBatches: Bool { get }

    /// The value of a key; nil when there is none.
    ///
    /// The bytes are valid while the snapshot is held; in a transaction, until it changes something or ends.
    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer?

    /// Looks up several keys: puts the value of each, nil where there is none, into the place of the key.
    ///
    /// An engine that knows many keys at once can search for them side by side, where a search for each alone waits for
    /// memory at every step. The default looks up one after another.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - keys: The keys, all of the same length, one behind the other.
    ///   - values: As many places as keys.
    /// - Throws: What the engine throws.
    func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError)

    /// Visits the entries of a range in order, until the visitor returns false. In a transaction the visitor must not
    /// change anything.
    func scan(_ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor) throws(StoreError)

    /// Visits the entries of a range in order, as many at a time as the engine has at hand, until the visitor returns false.
    ///
    /// Made for walks that want all of a range: what is called for each entry weighs more than looking at it. The default
    /// hands out one entry at a time.
    func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError)

    /// The number of entries in a range, or the limit if there are more.
    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int

    /// The batch of a save in which the record of a key lies, for an engine that keeps such batches as they are: whoever
    /// wants all rows of a batch need not copy them. The default is nil.
    func batch(_ key: UnsafeRawBufferPointer) -> RowBatch?
}

extension OrderedReading {
    /// False: values come from a file.
    public static var keepsValuesIntact: Bool { false }

    /// False: the engine keeps bytes.
    public static var keepsBatches: Bool { false }

    /// Looks up one key after another.
    public func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        try values.fill(for: keys) { (key) throws(StoreError) in try value(table, key) }
    }

    /// Hands out one entry after another.
    public func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        try scan(table, range, direction) { (key, value) throws(StoreError) in
            var entry: Entry = (key, value)
            return try withUnsafePointer(to: &entry) { (entry) throws(StoreError) in
                try visit(UnsafeBufferPointer(start: entry, count: 1))
            }
        }
    }

    /// Nil.
    public func batch(_ key: UnsafeRawBufferPointer) -> RowBatch? { nil }

    /// Counts by scanning.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        var count = 0
        if limit == 0 { return 0 }
        try scan(table, range, .forward) { (_, _) throws(StoreError) in
            count += 1
            return count < limit
        }
        return count
    }
}
