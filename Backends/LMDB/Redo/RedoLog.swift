import CPolystoreLMDB
import Foundation
import PolystoreStorage

/// What commits changed since the pages of a state were put on the disk, in a file of its own beside the store's.
///
/// The library waits for the disk twice in a commit: for the pages, and for the page that says that they are the last
/// state. A record of what a commit changed is shorter than its pages, lies behind the one before, and takes one wait; the
/// pages are put on the disk now and then by a checkpoint. Until then the state of the checkpoint before, the base, keeps its
/// pages: it is read, as far as the library knows. After a power cut the store goes back to the base, and what the records
/// say is done again.
///
/// Used on the writer thread only, and by whoever closes the file when there is none; anybody passes the gate.
final class RedoLog {
    /// What became of the record of a transaction.
    enum RecordState {
        /// There is none: the commit has to wait for the pages.
        case missing
        /// It is written, and as safe as was wanted.
        case written
        /// It is written, and will be waited for when the transaction is committed.
        case awaited
    }

    /// What the next record is noted in.
    let notes = RedoNotes(limit: RedoRecord.limit)
    /// Whether the file may be whole on the disk only with the log: after the first record, until it is closed.
    var isOpen = false

    let handle: OpaquePointer
    let descriptor: Int32
    let results: LMDBResults
    let limit: Int
    let pageSize: Int
    /// The store's file, to look at what it says first.
    let store: FileReader
    /// What keeps others in this process from what is not on the disk.
    let gate = CommitGate()
    /// Whom to ask whether there are other processes; nil when it is not allowed to ask, and before the first record.
    private var slots: SlotFile?

    var file: RedoFile?
    var checkpoint: RedoCheckpoint?
    var ring: RedoRing
    /// What keeps the base, and the state of the checkpoint that is under way.
    var pins: (base: RedoPin, goal: RedoPin)?
    /// The mark of the log, which its records bear.
    var mark: UInt32 = 0
    /// Where records lie that come behind the checkpoint that is under way.
    var goal: Int?
    /// The number of the last transaction in the log.
    var last: UInt64 = 0
    /// The record of the transaction that is being committed.
    private var written: (offset: Int, count: Int)?
    /// Whether that record is to be waited for behind the commit.
    private var isAwaited = false
    /// A record of a transaction that did not come to be, until it is taken back.
    var orphan: Int?
    /// Whether a sync of the log failed, since which nothing in it is believed to be on the disk.
    var isInDoubt = false
    /// About how many pages and bytes of records there are since the last checkpoint was begun.
    var load = (pages: 0, bytes: 0)
    /// Whether a transaction found no room in the map or on the disk, which a checkpoint may make.
    private var lacksRoom = false
    /// Why nothing is committed any more.
    var failure: StoreError?

    /// Opens the log of a file that is open for writing, and puts on the disk what an end of the process has left.
    init(
        _ handle: OpaquePointer, _ results: LMDBResults, limit: Int, pageSize: Int
    ) throws(StoreError) {
        (self.handle, self.results, self.limit, self.pageSize) = (handle, results, limit, pageSize)
        var descriptor = mdb_filehandle_t()
        try results.check(mdb_env_get_fd(handle, &descriptor))
        self.descriptor = descriptor
        store = try FileReader(results.path)
        ring = RedoRing(limit: limit, length: 0)
        file = try RedoFile(of: results.path, makes: false)
        guard let file, let head = file.head, head.isOpen, try RedoIdentity.isBorne(by: store, head) else { return }
        let rest = RedoCheckpoint(file, descriptor: descriptor, store: results.path)
        do throws(StoreError) {
            try rest.make(RedoCheckpoint.Goal(base: try lastState(), begin: RedoRing.start, isOpen: false))
        } catch {
            throw fail(error)
        }
    }

    private func requireWorking() throws(StoreError) { if let failure { throw failure } }

    /// Notes that there was no room for a transaction: pages that are kept for the base may be used after a checkpoint.
    func noteFull(_ result: Int32) {
        if result == MDB_MAP_FULL || result == ENOSPC || result == EDQUOT { lacksRoom = true }
    }

    /// Gets ready for a transaction.
    func begin() throws(StoreError) {
        try requireWorking()
        notes.begin()
        guard lacksRoom else { return }
        try settle()
        lacksRoom = false
        if isOpen { try checkpointNow() }
    }

    /// Writes what was noted as the record of a transaction, and waits for it if wanted.
    ///
    /// While nobody else can see the commit before it is on the disk, the wait is left for behind it: what the library does
    /// in a commit is done while the disk takes the record.
    ///
    /// - Returns: What became of the record. There is none when it would be too long, nothing was changed, somebody else has
    ///   changed the file, or the disk does not take it.
    /// - Throws: What keeps the transaction from being committed at all.
    func write(_ transaction: UInt64, waits: Bool) throws(StoreError) -> RecordState {
        (written, isAwaited) = (nil, false)
        try settle()
        try takeCheckpoint()
        guard let count = notes.length, !isInDoubt else { return .missing }
        if !isOpen, try !open(behind: transaction - 1) { return .missing }
        guard let file, transaction == last + 1, let offset = try room(for: count) else { return .missing }
        let record = notes.seal(transaction, mark)
        do throws(StoreError) {
            try file.put(record, at: offset)
        } catch {
            // What was written of a record that is not whole has a wrong checksum.
            return .missing
        }
        written = (offset, count)
        guard waits else { return .written }
        if gate.isQuiet, isAlone {
            file.beginSynchronizing()
            isAwaited = true
            return .awaited
        }
        synchronizeRecord()
        return written == nil ? .missing : .written
    }

    /// Whether no other process sees what is committed here.
    ///
    /// INVARIANT: asked behind the write of the record. Who opens the file later puts the log on the disk before it reads.
    private var isAlone: Bool {
        // Where nobody can be asked, there may be others.
        (try? slots?.isInUse) == false
    }

    /// Gets ready to ask whether there are other processes.
    func lookForOthers() {
        // Who may not ask takes it that there are others.
        slots = slots ?? (try? SlotFile(of: results.path))
    }

    /// Lets go of what is asked, when the library has let go of its locks and before anybody here can open the file anew.
    func forgetOthers() { slots = nil }

    /// Waits for the record that was written; if the disk does not take it, it is none.
    private func synchronizeRecord() {
        do throws(StoreError) {
            try file?.synchronize()
        } catch {
            (orphan, written, isInDoubt) = (written?.offset, nil, true)
        }
    }

    /// Takes notice that a transaction was committed, or changed nothing.
    ///
    /// - Throws: `failed` when it is not known whether that outlasts a power cut; nothing is committed any more then.
    func committed(_ transaction: UInt64) throws(StoreError) {
        if isAwaited { synchronizeRecord() }
        guard isOpen, try lastTransaction() >= transaction else { return }
        guard let written else { return try checkpointNow() }
        ring.take(written.offset, written.count)
        last = transaction
        // A change touches a page of a table and, at times, of the branches above; a commit those of the free list.
        load.pages += notes.count / 2 + 6
        load.bytes += written.count
        checkpointIfDue()
    }

    /// Clears up behind a commit that failed.
    func failed(_ result: Int32) {
        noteFull(result)
        if let written { orphan = written.offset }
        // An error here is told by the next commit, which tries again.
        try? settle()
    }

    /// Puts everything on the disk, after which the store's file speaks for itself.
    func close() throws(StoreError) {
        checkpoint?.wait()
        try requireWorking()
        try settle()
        try takeCheckpoint()
        guard isOpen, let checkpoint else {
            return try SystemFile.synchronizeData(of: descriptor, results.path)
        }
        let goal = RedoCheckpoint.Goal(base: try lastState(), begin: RedoRing.start, isOpen: false)
        do throws(StoreError) { try checkpoint.make(goal) } catch { throw fail(error) }
        (isOpen, isInDoubt) = (false, false)
        pins = nil
    }

    /// Lets go of the library, which is closed next.
    func end() {
        checkpoint?.wait()
        pins = nil
    }

    private func lastTransaction() throws(StoreError) -> UInt64 {
        var information = MDB_envinfo()
        try results.check(mdb_env_info(handle, &information))
        return UInt64(information.me_last_txnid)
    }

    func lastState() throws(StoreError) -> LMDBState {
        try LMDBState(try lastTransaction(), of: store, pageSize: pageSize, path: results.path)
    }

    /// Takes back the record of a transaction that did not come to be: it must not be believed.
    func settle() throws(StoreError) {
        guard let offset = orphan, let file else { return }
        try file.put([UInt8](repeating: 0, count: 8), at: offset)
        do throws(StoreError) {
            try file.synchronize()
        } catch {
            isInDoubt = true
            throw error
        }
        orphan = nil
    }
}
