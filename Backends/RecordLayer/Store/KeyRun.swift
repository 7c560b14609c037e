import PolystoreStorage

/// Changes of index entries in the order of their keys, on their way to an engine some hundred at a time: an engine finds a
/// page once for all that fall into it, and what is on the way stays in the processor's cache.
///
/// Used by one writer, on its thread.
struct KeyRun: ~Copyable {
    /// How many changes an engine gets at a time.
    private static let longest = 256
    /// The bytes of a value, the number of the object's entity.
    private static let valueSize = 2

    private let changes = UnsafeMutablePointer<KeyChange>.allocate(capacity: longest)
    private let keys = UnsafeMutableRawPointer.allocate(byteCount: longest * ShortKey.longest, alignment: 8)
    private let values = UnsafeMutablePointer<UInt16>.allocate(capacity: longest)
    private var count = 0

    deinit {
        changes.deallocate()
        keys.deallocate()
        values.deallocate()
    }

    /// Adds the change of an entry, whose key is short or lies among the long ones, which stay where they are until the run
    /// has been handed on; hands it on when it is full.
    @inline(__always)
    mutating func append(
        _ change: borrowing EntryChange, _ longKeys: UnsafeRawBufferPointer, to transaction: any OrderedTransaction
    ) throws(StoreError) {
        values[count] = change.entity.littleEndian
        let value = UnsafeRawBufferPointer(start: values + count, count: Self.valueSize)
        let key: UnsafeRawBufferPointer
        if change.count <= ShortKey.longest {
            let place = keys + count * ShortKey.longest
            change.copyKey(to: place)
            key = UnsafeRawBufferPointer(start: place, count: change.count)
        } else {
            key = UnsafeRawBufferPointer(rebasing: longKeys[change.rangeOfLongKey])
        }
        (changes + count).initialize(to: KeyChange(key, change.isRemoval ? nil : value))
        count += 1
        if count == Self.longest { try hand(to: transaction) }
    }

    /// Hands on what is left.
    mutating func hand(to transaction: any OrderedTransaction) throws(StoreError) {
        let run = UnsafeBufferPointer(start: changes, count: count)
        count = 0
        if !run.isEmpty { try transaction.change(.indexes, run) }
    }
}
