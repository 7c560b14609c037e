import PolystoreStorage

/// A transaction of a key-value library, reading or writing: what has to be read through it.
///
/// Calls on it and on its scans never overlap, but they may come from different threads, except those of a write
/// transaction.
public protocol EngineView: AnyObject, Sendable {
    /// The value of a key, where it lies; nil when there is none. It stays there until the view is ended or changed.
    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer?

    /// Looks up several keys of the same length, which lie one behind the other: puts the value of each, nil where there is
    /// none, into the place of the key. The default looks up one after another.
    func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError)

    /// The number of entries in a table, if that is known without visiting them.
    func entries(_ table: EngineTable) throws(StoreError) -> Int?

    /// What the view costs the file now, in bytes: zero for one of the last commit, and for an older one an estimate that
    /// grows with what was committed since (`OrderedSnapshot.retainedBytes`).
    func retainedBytes() throws(StoreError) -> Int

    /// Begins a walk through a range of keys.
    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws(StoreError) -> any EngineScan

    /// Ends the transaction and undoes what it wrote; called once, unless it was committed.
    func end()
}

extension EngineView {
    /// Looks up one key after another.
    public func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        try values.fill(for: keys) { (key) throws(StoreError) in try value(table, key) }
    }
}

/// A write transaction of a key-value library.
public protocol EngineWriting: EngineView {
    /// Sets the value of a key; unless `replaces`, that of a key which has none only.
    ///
    /// - Returns: False when the key had a value that was not to be replaced; then nothing changes.
    func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, replaces: Bool
    ) throws(StoreError) -> Bool

    /// Sets the value of a key that is greater than all in the table; the default puts it like any other.
    func append(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError)

    /// Removes a key; false when there was none.
    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool

    /// Begins a transaction inside this one, which is not used until the inner one was committed or ended.
    func nested() throws(StoreError) -> Self

    /// Makes sure, as far as the library can, that the commit does not find the disk full. The default makes sure of nothing.
    ///
    /// - Throws: `full`; the transaction is ended then.
    func reserveRoom() throws(StoreError)

    /// Commits; the transaction is over, also when this throws.
    func commit() throws(StoreError)
}

extension EngineWriting {
    /// Makes sure of nothing.
    public func reserveRoom() throws(StoreError) {}

    /// Puts the key like any other.
    public func append(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) {
        _ = try put(table, key, value, replaces: true)
    }
}
