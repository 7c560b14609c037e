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
    /// The file, to look at what was written.
    private let file: FileReader
    private let pending: UnsafeMutableRawBufferPointer
    private var end = RedoRecord.header
    private var isTooLong = false
    /// The last state, if a commit behind it has failed since anything was settled.
    private var unsettled: UInt64?

    init(_ place: RedoPlace, descriptor: Int32, path: String) throws(StoreError) {
        (self.place, self.descriptor, self.path) = (place, descriptor, path)
        file = try FileReader(path)
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
    /// - Throws: `inputOutput` when the state that it changes cannot be read.
    func write(_ transaction: UInt64) throws(StoreError) -> Bool {
        guard !isTooLong, end > RedoRecord.header else { return false }
        let base = RedoRecord.mark(try place.state(transaction - 1, in: file))
        RedoRecord.seal(pending, end: end, transaction: transaction, base: base)
        // What was written of a record that is not whole has a wrong checksum.
        return put(UnsafeRawBufferPointer(rebasing: pending[..<end]), at: place.offset(of: transaction)) == 0
    }

    /// Remembers that a commit has failed, which leaves doubts about the state before it, see `settle`.
    func failed(_ transaction: UInt64) { unsettled = transaction - 1 }

    /// Clears up behind a commit that failed, if there was one; what cannot be cleared up is tried again at the next call.
    func settleFailure() throws(StoreError) {
        guard let last = unsettled else { return }
        try settle(last)
        unsettled = nil
    }

    /// Takes back what comes behind the last state, and makes sure that this is on the disk.
    ///
    /// A record of a transaction that failed must not be believed. And where a sync failed, the system may take for written
    /// what is not, such as the page that makes the state before the last one: so it is written again before others rely
    /// on it.
    func settle(_ last: UInt64) throws(StoreError) {
        for slot in [last, last + 1] {
            guard let record = try place.anyRecord(inSlotOf: slot, of: file), record.transaction > last else {
                continue
            }
            try check(Self.empty(place, slot, of: descriptor))
        }
        let state = try place.state(last, in: file)
        try check(state.withUnsafeBytes { put($0, at: place.offset(ofState: last)) })
        try check(fdatasync(descriptor) == 0 ? 0 : errno)
    }

    /// The record that makes the state behind the last one, if there is a whole one.
    func record(behind last: UInt64) throws(StoreError) -> RedoRecord? {
        try place.record(behind: last, in: file)
    }

    private func check(_ error: Int32) throws(StoreError) { if error != 0 { throw SystemFile.error(error, path) } }

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
