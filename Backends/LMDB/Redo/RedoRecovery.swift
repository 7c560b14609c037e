import CPolystoreLMDB
import Foundation
import PolystoreRecordLayer
import PolystoreStorage

/// What the redo log of a file says has to be done before anybody reads it, as after a power cut.
///
/// Made while this process has the file not open: to ask who has, a descriptor of the library's locks is closed, which ends
/// all locks that the process holds on them.
struct RedoRecovery {
    private let path: String
    private let head: RedoHead
    private let log: FileReader

    /// Reads the log; nil when the file can be read as it is: it is whole on the disk, or somebody has it open on a machine
    /// that has been running since.
    init?(of path: String) throws(StoreError) {
        guard SystemFile.exists(path + RedoFile.suffix) else { return nil }
        log = try FileReader(path + RedoFile.suffix)
        guard let head = try RedoFile.head(of: log), head.isOpen, try RedoIdentity.isBorne(by: FileReader(path), head)
        else { return nil }
        // Without anybody who has it open nothing says that the memory of the file was not lost, as when a disk went away.
        if head.machineStart == MachineStart.current, try Self.isInUse(path) { return nil }
        (self.path, self.head) = (path, head)
    }

    /// Whether a file must not be read: somebody is bringing in what was committed, or is to do so.
    static func isUnderWay(_ path: String) throws(StoreError) -> Bool {
        guard SystemFile.exists(path + RedoFile.suffix),
            let head = try RedoFile.head(of: FileReader(path + RedoFile.suffix))
        else { return false }
        guard head.isOpen, head.machineStart != MachineStart.current else { return false }
        return try RedoIdentity.isBorne(by: FileReader(path), head)
    }

    /// Whether another process has the file open.
    private static func isInUse(_ path: String) throws(StoreError) -> Bool {
        do throws(StoreError) {
            return try SlotFile(of: path)?.isInUse ?? false
        } catch {
            // Who may not ask cannot bring anything in either.
            if error.code == .permission { return true }
            throw error
        }
    }

    /// Makes the base the last state of the file, which nobody has open.
    ///
    /// Until the log is closed, everybody else sees that this is to be done, also if it is not done to the end.
    ///
    /// - Throws: `held` when another process has the file open, whose pages would be written over; `damaged` when another
    ///   program has written the file since.
    func restore() throws(StoreError) {
        try requireLast()
        try mark(MachineStart.none)
        if try Self.isInUse(path) {
            try mark(head.machineStart)
            throw StoreError(
                .held,
                [
                    .path: path,
                    .reason: "the last saves are brought in when the processes that read the store have closed it",
                ])
        }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        defer { close(descriptor) }
        for state in [head.base.asBefore, head.base] {
            let offset = LMDBState.place(state.transaction, pageSize: head.base.pageSize)
            try SystemFile.put(state.bytes, at: offset, of: descriptor, path)
        }
    }

    /// Says in the log at which start of the machine the file was whole.
    private func mark(_ machineStart: UUID) throws(StoreError) {
        guard let file = try RedoFile(of: path, makes: false), var head = file.head else { return }
        head.machineStart = machineStart
        try file.write(head)
    }

    /// Makes sure that the log goes as far as the file, where both are in the memory of a machine that has been running.
    private func requireLast() throws(StoreError) {
        guard head.machineStart == MachineStart.current else { return }
        var last = head.base.transaction
        try forEachRecord { (record) throws(StoreError) in last = record.transaction }
        // The last transaction may have had no record yet.
        guard try head.base.newest(in: FileReader(path)) > last + 1 else { return }
        throw StoreError(
            .damaged,
            [
                .path: path,
                .reason: "another program has written the file beside its redo log; without \(path + RedoFile.suffix) "
                    + "it is taken as it is",
            ])
    }

    /// Visits the records that follow each other behind the base: each lies behind the one before, or at the beginning.
    private func forEachRecord(_ visit: (RedoRecord) throws(StoreError) -> Void) throws(StoreError) {
        var (place, next) = (head.begin, head.base.transaction + 1)
        let mark = RedoRecord.mark(head.identity)
        search: while true {
            for offset in [place, RedoRing.start] {
                guard let record = try RedoRecord(at: offset, of: log, mark), record.transaction == next else {
                    continue
                }
                try visit(record)
                (place, next) = (RedoRing.next(offset + record.length), next + 1)
                continue search
            }
            return
        }
    }

    /// Does what the records say again, in one transaction.
    func replay(_ handle: OpaquePointer, _ tables: [MDB_dbi], _ results: LMDBResults) throws(StoreError) {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, 0, &transaction))
        do throws(StoreError) {
            try forEachRecord { (record) throws(StoreError) in
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
