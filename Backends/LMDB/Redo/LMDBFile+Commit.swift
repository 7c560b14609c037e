import CPolystoreLMDB
import Foundation
import PolystoreRecordLayer
import PolystoreStorage

extension LMDBFile {
    /// What the library waits for in a commit.
    enum Waiting: Hashable {
        /// The pages, and the page that makes them the last state.
        case all
        case pages
        case nothing

        var flags: UInt32 {
            switch self {
            case .all: 0
            case .pages: UInt32(MDB_NOMETASYNC)
            case .nothing: UInt32(MDB_NOSYNC)
            }
        }
    }

    /// Commits a write transaction, which is over.
    ///
    /// The flags of a single transaction are ignored by the library, those of the environment work.
    func commit(_ transaction: OpaquePointer, _ durability: Durability) throws(StoreError) {
        guard let redo else { return try results.check(mdb_txn_commit(transaction)) }
        let number = UInt64(mdb_txn_id(transaction))
        let record: RedoLog.RecordState
        if durability == .full { redo.gate.enter() }
        defer { redo.gate.leave() }
        do throws(StoreError) {
            record = try redo.write(number, waits: durability == .full)
            // With an open log, the wait of a commit without a record is a checkpoint, whose failure has to be noticed.
            try wait(for: record != .missing || redo.isOpen ? .nothing : durability == .full ? .all : .pages)
        } catch {
            mdb_txn_abort(transaction)
            // A record that was written is of a transaction that does not come to be.
            redo.failed(MDB_SUCCESS)
            throw error
        }
        let isCheckpoint = record == .missing && redo.isOpen
        if durability == .full, isCheckpoint || record == .awaited { redo.gate.shut(before: number) }
        let result = reason(for: commit(transaction, isCheckpoint: isCheckpoint))
        guard result == MDB_SUCCESS else {
            redo.failed(result)
            throw results.error(result)
        }
        do throws(StoreError) {
            try redo.committed(number)
        } catch {
            redo.gate.doubt()
            throw error
        }
    }

    /// Has the library commit; the pages of what is too large for a record, which will be waited for, are begun to be
    /// written meanwhile.
    private func commit(_ transaction: OpaquePointer, isCheckpoint: Bool) -> Int32 {
        guard isCheckpoint, let descriptor = redo?.checkpoint?.descriptor else { return mdb_txn_commit(transaction) }
        return HelperThread.shared.beginningWrites(to: descriptor) { mdb_txn_commit(transaction) }
    }

    /// Throws unless the result of a change is success.
    func check(_ result: Int32) throws(StoreError) {
        if result == MDB_SUCCESS { return }
        let result = reason(for: result)
        redo?.noteFull(result)
        throw results.error(result)
    }

    /// What a result stands for: the library tells a write that a full disk has cut short as a failure of the disk, and has
    /// given the transaction up as for a disk that takes nothing.
    private func reason(for result: Int32) -> Int32 {
        result == EIO && SystemFile.isFull(results.path) ? ENOSPC : result
    }

    private func wait(for waiting: Waiting) throws(StoreError) {
        guard waiting != self.waiting else { return }
        let flags = UInt32(MDB_NOSYNC | MDB_NOMETASYNC)
        try results.check(mdb_env_set_flags(handle, flags & ~waiting.flags, 0))
        try results.check(mdb_env_set_flags(handle, waiting.flags, 1))
        self.waiting = waiting
    }
}
