import PolystoreRecordLayer

/// What a write transaction changes, noted for its record.
///
/// Used on the writer thread only.
final class RedoNotes {
    private let pending: UnsafeMutableRawBufferPointer
    private var end = RedoRecord.header
    /// The number of changes.
    private(set) var count = 0
    private var isTooLong = false

    /// Makes room for records up to some length.
    init(limit: Int) { pending = .allocate(byteCount: limit, alignment: 8) }

    deinit { pending.deallocate() }

    /// Forgets what the transaction before has written.
    func begin() {
        (end, count) = (RedoRecord.header, 0)
        isTooLong = false
    }

    /// The place to which a nested transaction that is given up goes back.
    var mark: Int { end }

    /// Forgets what was noted behind a place.
    func goBack(to mark: Int) { end = mark }

    /// Notes that a key was put, or removed if there is no value.
    ///
    /// What does not fit into a record ends the noting.
    @inline(__always)
    func note(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer?) {
        guard !isTooLong else { return }
        let start = end + RedoRecord.entryHeader
        let length = value?.count ?? 0
        // A key has two bytes for its length; the library refuses longer ones.
        guard length <= pending.count, key.count <= UInt16.max, start + key.count + length <= pending.count else {
            isTooLong = true
            return
        }
        pending[end] = table.rawValue
        pending[end + 1] = value == nil ? 0 : 1
        pending.storeBytes(of: UInt16(key.count).littleEndian, toByteOffset: end + 2, as: UInt16.self)
        pending.storeBytes(of: UInt32(length).littleEndian, toByteOffset: end + 4, as: UInt32.self)
        UnsafeMutableRawBufferPointer(rebasing: pending[start...]).copyMemory(from: key)
        if let value {
            UnsafeMutableRawBufferPointer(rebasing: pending[(start + key.count)...]).copyMemory(from: value)
        }
        end = start + key.count + length
        count += 1
    }

    /// The length of the record; nil when it would be too long, or nothing was changed.
    var length: Int? { isTooLong || end == RedoRecord.header ? nil : end }

    /// The record of a transaction.
    func seal(_ transaction: UInt64, _ log: UInt32) -> UnsafeRawBufferPointer {
        RedoRecord.seal(pending, end: end, transaction: transaction, log: log)
        return UnsafeRawBufferPointer(rebasing: pending[..<end])
    }
}

extension RedoNotes? {
    /// Notes a change before it is made, which may move what key and value lie in; returns where the notes ended before.
    @inline(__always)
    func note(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer?) -> Int {
        guard let self else { return 0 }
        let mark = self.mark
        self.note(table, key, value)
        return mark
    }
}
