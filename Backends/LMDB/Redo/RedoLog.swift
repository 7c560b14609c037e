import Foundation
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// What a write transaction changes, kept beside its pages until the page that makes them the last state is on the disk.
///
/// The library waits for the disk twice in a commit: for the pages, and for the page that says that they are the last
/// state. Written into the same file before the first wait, this says it as well: what a power cut kept from becoming the
/// last state is written again when the file is opened. So one wait is enough. The pages of the state before stay as they
/// are until then, which the library sees to.
///
/// Used on the writer thread only.
final class RedoLog {
    private let place: RedoPlace
    private let path: String
    /// The library's descriptor, open as long as the file is.
    private let descriptor: Int32
    private let pending: UnsafeMutableRawBufferPointer
    private var end = RedoRecord.header
    private var isTooLong = false
    /// A record of a transaction that was not committed, which could not be taken back.
    private var orphan: UInt64?

    init(_ place: RedoPlace, descriptor: Int32, path: String) {
        (self.place, self.descriptor, self.path) = (place, descriptor, path)
        pending = .allocate(byteCount: RedoPlace.slotLength, alignment: 8)
    }

    deinit { pending.deallocate() }

    /// Forgets what the transaction before has written.
    func begin() {
        end = RedoRecord.header
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
        // A key has two bytes for its length, and every key that the library takes fits.
        guard length <= pending.count, start + key.count + length <= pending.count else {
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
    }

    /// Writes what was noted as the record of a transaction, which the next sync of the file puts on the disk.
    ///
    /// - Returns: False when there is no record of it: it is too long, nothing was changed, or the disk does not take it.
    ///   Then the commit has to wait for the page that makes its pages the last state.
    /// - Throws: `inputOutput` when a record that is not to be believed cannot be taken back.
    func write(_ transaction: UInt64) throws(StoreError) -> Bool {
        if let orphan { try discard(orphan) }
        guard !isTooLong, end > RedoRecord.header else { return false }
        RedoRecord.seal(pending, end: end, transaction: transaction)
        // What was written of a record that is not whole has a wrong checksum.
        return put(UnsafeRawBufferPointer(rebasing: pending[..<end]), at: place.offset(of: transaction)) == 0
    }

    /// Takes back the record of a transaction that did not come to be; tried again before the next commit if it fails.
    func discard(_ transaction: UInt64) throws(StoreError) {
        orphan = transaction
        let error = Self.empty(place, transaction, of: descriptor)
        guard error == 0 else { throw SystemFile.error(error, path) }
        orphan = nil
    }

    /// The record that makes the state behind a transaction, if there is a whole one.
    func record(after transaction: UInt64) throws(StoreError) -> RedoRecord? {
        try place.record(of: transaction + 1, in: FileReader(path))
    }

    /// Takes back records of transactions behind the last one that do not follow it.
    ///
    /// They are of a time that the file does not come from, as in one that another program has compacted, where the
    /// transactions are counted anew.
    func discardStrangers(behind last: UInt64) throws(StoreError) {
        let file = try FileReader(path)
        for slot in [last + 1, last + 2] {
            let found = try place.whatever(inSlotOf: slot, of: file)
            if let found, found.transaction > last { try discard(found.transaction) }
        }
    }

    private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        Self.put(bytes, at: offset, of: descriptor)
    }

    /// Writes bytes; the system's error, or 0.
    private static func put(_ bytes: UnsafeRawBufferPointer, at offset: Int, of descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let count = pwrite(descriptor, base + written, bytes.count - written, off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            written += count
        }
        return 0
    }

    private static func empty(_ place: RedoPlace, _ transaction: UInt64, of descriptor: Int32) -> Int32 {
        withUnsafeBytes(of: UInt64(0)) { put($0, at: place.offset(of: transaction), of: descriptor) }
    }

    /// Takes back whatever the redo log of a file holds that nobody else has open.
    static func empty(_ path: String) throws(StoreError) {
        guard let place = try LMDBPageWalk.check(path, .metadata).redo else { return }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        defer { close(descriptor) }
        for slot in [0, 1] as [UInt64] {
            let error = empty(place, slot, of: descriptor)
            guard error == 0 else { throw SystemFile.error(error, path) }
        }
    }
}

extension RedoLog? {
    /// Notes a change before it is made, which may move what key and value lie in; returns where the notes ended before.
    @inline(__always)
    func note(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer?) -> Int {
        guard let self else { return 0 }
        let mark = self.mark
        self.note(table, key, value)
        return mark
    }
}
