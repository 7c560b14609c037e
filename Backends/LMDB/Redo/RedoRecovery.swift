import CPolystoreLMDB
import Foundation
import PolystoreRecordLayer
import PolystoreStorage

/// What the redo log of a file says has to be done before anybody reads it, as after a power cut.
struct RedoRecovery {
    private let head: RedoHead
    private let records: [RedoRecord]

    /// Reads the log of a file that this process has not open; nil when that can be read as it is: it is whole on the disk, or
    /// somebody has it open on a machine that has been running since.
    init?(of path: String) throws(StoreError) {
        guard SystemFile.exists(path + RedoFile.suffix) else { return nil }
        let file = try FileReader(path + RedoFile.suffix)
        guard let head = try RedoFile.head(of: file), head.isOpen, try RedoIdentity.isBorne(by: FileReader(path), head)
        else { return nil }
        // Without anybody who has it open nothing says that the memory of the file was not lost, as when a disk went away.
        if head.machineStart == MachineStart.current, try Self.isOpen(path) { return nil }
        self.head = head
        records = try Self.records(behind: head, in: file)
    }

    /// Whether another process has the file open: the library locks the first byte of its file of slots then.
    ///
    /// This process has it not open: closing a descriptor ends all its locks on that file.
    private static func isOpen(_ path: String) throws(StoreError) -> Bool {
        let slots = path + LMDBFile.companions[0]
        let descriptor = open(slots, O_RDWR | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return false }
        // Who may not ask cannot bring anything in either.
        if descriptor < 0, errno == EROFS || errno == EACCES { return true }
        guard descriptor >= 0 else { throw SystemFile.error(errno, slots) }
        defer { close(descriptor) }
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0, 1)
        guard fcntl(descriptor, F_GETLK, &lock) == 0 else { throw SystemFile.error(errno, slots) }
        return lock.l_type != Int16(F_UNLCK)
    }

    /// The records that follow each other behind the base: each lies behind the one before, or at the beginning.
    private static func records(behind head: RedoHead, in file: FileReader) throws(StoreError) -> [RedoRecord] {
        var records: [RedoRecord] = []
        var (place, next) = (head.begin, head.base.transaction + 1)
        let mark = RedoRecord.mark(head.identity)
        search: while true {
            for offset in [place, RedoRing.start] {
                guard let record = try RedoRecord(at: offset, of: file, mark), record.transaction == next else {
                    continue
                }
                records.append(record)
                (place, next) = (RedoRing.next(offset + record.length), next + 1)
                continue search
            }
            return records
        }
    }

    /// The transaction that was committed last.
    var lastCommit: UInt64 { head.base.transaction + UInt64(records.count) }

    /// Makes the base the last state of the file, which nobody has open.
    func restore(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        defer { close(descriptor) }
        let size: UInt32 = LMDBMeta.number(head.base.bytes, LMDBState.pageSizeOffset)
        for state in [head.base.asBefore, head.base] {
            let offset = LMDBState.place(state.transaction, pageSize: Int(size))
            let result = state.bytes.withUnsafeBytes { bytes in
                Result { () throws(StoreError) in try SystemFile.put(bytes, at: offset, of: descriptor, path) }
            }
            try result.get()
        }
    }

    /// Does what the records say again, in one transaction.
    func replay(_ handle: OpaquePointer, _ tables: [MDB_dbi], _ results: LMDBResults) throws(StoreError) {
        guard !records.isEmpty else { return }
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, 0, &transaction))
        do throws(StoreError) {
            for record in records {
                guard try Self.replay(record, transaction, tables, results) else {
                    throw StoreError(.damaged, [.path: results.path, .reason: "the redo log: not readable"])
                }
            }
        } catch {
            mdb_txn_abort(transaction)
            throw error
        }
        try results.check(mdb_txn_commit(transaction))
    }

    private static func replay(
        _ record: RedoRecord, _ transaction: OpaquePointer?, _ tables: [MDB_dbi], _ results: LMDBResults
    ) throws(StoreError) -> Bool {
        try record.forEach { (change) throws(StoreError) in
            var name = MDB_val(change.key)
            let table = tables[Int(change.table.rawValue)]
            if var value = change.value.map({ MDB_val($0) }) {
                try results.check(mdb_put(transaction, table, &name, &value, 0))
            } else {
                try results.check(mdb_del(transaction, table, &name, nil))
            }
        }
    }
}

extension LMDBFile {
    /// The transaction that was committed last, where that is to be brought in first.
    static func unrecoveredCommit(in path: String) throws(StoreError) -> UInt64? {
        try RedoRecovery(of: path)?.lastCommit
    }
}
