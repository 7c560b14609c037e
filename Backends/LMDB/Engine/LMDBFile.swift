import CPolystoreLMDB
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The open file: the library's environment, and its numbers of the tables.
///
/// It is closed with its last reference: that of the engine, of a snapshot that is still read, or of a copy being made.
// SAFETY: the library allows an environment to be used from any thread; `durability`, `transactions` and `reservedBytes`
// are touched on the writer thread only; everything else is immutable.
final class LMDBFile: EngineFile, @unchecked Sendable {
    static let limits = EngineLimits(
        maximumKeyLength: 511, maximumValueLength: Int(Int32.max), isDurable: true, sharedReading: true)

    /// The least and the greatest map: 64 KiB and 64 TiB, half of what a process can address.
    static let mapSizes = 64 << 10...64 << 40

    static let options = [
        StoreType.Option(
            "mapSize", .size, in: mapSizes,
            "Address space reserved for the store, which is the limit up to which its file grows (64GiB)."),
        StoreType.Option(
            "readers", .count, in: 1...4096, "Snapshots that all processes together may hold at a time (126)."),
        StoreType.Option(
            "verify", .word(["head", "full"]),
            "What is checked before the file is mapped: the pages that say which state is the last one and what the "
                + "store keeps about itself (head), or every page that can be reached (full)."),
    ]

    /// The library's file of reader slots and locks, and the log that development builds kept.
    static let companions = ["-lock", FormerRedoLog.suffix]

    let results: LMDBResults
    let opening: EngineOpening
    let handle: OpaquePointer
    /// The numbers of the tables at the last commit.
    ///
    /// The lock lets no snapshot begin while tables are made known.
    let tables: Locked<LMDBTables>
    /// The durability that the environment's flags ask for.
    private var durability = Durability.full
    private var transactions = 0
    /// Up to where the disk has room for the file; 0 where none was reserved.
    private var reservedBytes = 0
    /// The bytes of a page.
    let pageSize: Int

    init(_ opening: EngineOpening) throws(StoreError) {
        self.opening = opening
        if opening.access != .create { try FormerRedoLog.requireNone(beside: opening.path) }
        results = LMDBResults(
            path: opening.path, mapSize: try Self.mapSize(opening),
            readers: opening.options.integer("readers", default: 126))
        var handle: OpaquePointer?
        try results.check(mdb_env_create(&handle))
        guard let handle else { throw StoreError(.inputOutput, [.path: opening.path]) }
        do throws(StoreError) {
            try results.check(mdb_env_set_mapsize(handle, results.mapSize))
            try results.check(mdb_env_set_maxreaders(handle, UInt32(results.readers)))
            try results.check(mdb_env_set_maxdbs(handle, UInt32(EngineTable.allCases.count)))
            try Self.reserveSlots(opening, results)
            try Self.check(mdb_env_open(handle, opening.path, Self.flags(opening.access), 0o644), opening, results)
            // Slots of processes that died keep pages from being used again.
            if opening.access != .create { try results.check(mdb_reader_check(handle, nil)) }
            if opening.access == .write { try Self.takeOver(handle, results) }
            tables = Locked(try Self.openTables(handle, opening, results))
        } catch {
            mdb_env_close(handle)
            throw error
        }
        self.handle = handle
        var status = MDB_stat()
        // Without an environment only, this fails.
        mdb_env_stat(handle, &status)
        pageSize = max(512, Int(status.ms_psize))
    }

    deinit { mdb_env_close(handle) }

    /// Makes the last commit in the file the one that is read.
    ///
    /// A writer that was killed may have written the page that makes a commit the last one, and not told the readers'
    /// table, by which transactions begin as long as any process has the file open. The library makes up for it when the
    /// next writer takes its lock. What is read before, such as the number of the last commit, would be of the commit
    /// before, and the number be given twice.
    private static func takeOver(_ handle: OpaquePointer, _ results: LMDBResults) throws(StoreError) {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, 0, &transaction))
        mdb_txn_abort(transaction)
    }

    /// Throws unless the library has opened the file.
    ///
    /// The first pages have been looked at before: when the library takes them for another file's, it has not read them.
    private static func check(_ result: Int32, _ opening: EngineOpening, _ results: LMDBResults) throws(StoreError) {
        guard result != MDB_INVALID || opening.access == .create else {
            throw StoreError(
                .inputOutput, [.path: opening.path, .reason: "the first pages were not read to their end"])
        }
        try results.check(result)
    }

    /// The library's flags: one file, and read transactions that are not bound to a thread.
    private static func flags(_ access: EngineOpening.Access) -> UInt32 {
        let common = MDB_NOSUBDIR | MDB_NOTLS
        return switch access {
        case .write: UInt32(common)
        case .read: UInt32(common | MDB_RDONLY)
        case .readAlone: UInt32(common | MDB_RDONLY | MDB_NOLOCK)
        case .create: UInt32(common | MDB_NOLOCK | MDB_NOSYNC)
        }
    }

    /// The bytes up to the last page that is in use.
    func usedBytes() -> Int {
        var environment = MDB_envinfo()
        // Without an environment only, this fails.
        mdb_env_info(handle, &environment)
        return (Int(environment.me_last_pgno) + 1) * pageSize
    }

    /// Begins a read transaction, which any thread may use and end.
    func beginReading() throws(StoreError) -> LMDBView {
        do throws(StoreError) {
            return try reading()
        } catch {
            guard error.code == .full else { throw error }
            // Processes that died may have left their slots.
            try results.check(mdb_reader_check(handle, nil))
            return try reading()
        }
    }

    /// Begins the write transaction.
    func beginWriting(_ durability: Durability) throws(StoreError) -> LMDBView {
        transactions += 1
        // Pages that a killed reader saw are not used again until its slot is cleared.
        if transactions % 64 == 0 { try results.check(mdb_reader_check(handle, nil)) }
        return LMDBView(self, try begin(inside: nil, flags: 0), tables.withLock { $0 }, durability)
    }

    /// Begins a transaction of the library.
    func begin(inside outer: OpaquePointer?, flags: Int32) throws(StoreError) -> OpaquePointer {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, outer, UInt32(flags), &transaction))
        guard let transaction else { throw StoreError(.inputOutput, [.path: results.path]) }
        return transaction
    }

    /// Commits a write transaction, which is over.
    ///
    /// With full durability the library waits for the pages and then for the page that makes them the last state;
    /// otherwise it waits for the pages only: a power cut may undo the last commit and cannot damage the file.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - durability: What it waits for.
    ///   - made: All tables, if the transaction made some.
    /// - Throws: The reason why it was not committed.
    func commit(
        _ transaction: OpaquePointer, _ durability: Durability, making made: LMDBTables?
    ) throws(StoreError) {
        defer { giveBackRoom() }
        do throws(StoreError) { try set(durability) } catch {
            mdb_txn_abort(transaction)
            throw error
        }
        guard let made else { return try check(mdb_txn_commit(transaction)) }
        try commit(transaction, making: made)
    }

    /// Makes sure that the disk and the map have room for the file up to a place; its length stays.
    ///
    /// - Throws: `full`.
    func reserveRoom(upTo end: Int) throws(StoreError) {
        guard end <= results.mapSize else { throw results.error(MDB_MAP_FULL) }
        var descriptor: mdb_filehandle_t = -1
        try results.check(mdb_env_get_fd(handle, &descriptor))
        try SystemFile.reserveRoom(of: descriptor, upTo: end, results.path)
        reservedBytes = max(reservedBytes, end + SystemFile.roomPiece)
    }

    /// Gives back what was reserved and not used, but for a little, which makes most saves over several stores need none.
    func giveBackRoom() {
        var descriptor: mdb_filehandle_t = -1
        guard reservedBytes > 0, mdb_env_get_fd(handle, &descriptor) == MDB_SUCCESS else { return }
        SystemFile.giveBackRoom(of: descriptor, upTo: reservedBytes)
        reservedBytes = 0
    }

    /// Sets what commits wait for: the library takes these flags of the environment, and ignores those of a transaction.
    private func set(_ durability: Durability) throws(StoreError) {
        guard durability != self.durability, opening.access == .write else { return }
        try results.check(mdb_env_set_flags(handle, UInt32(MDB_NOMETASYNC), durability == .full ? 0 : 1))
        self.durability = durability
    }

    /// Throws unless the result of a change is success.
    ///
    /// The library reports a write that a full disk has cut short as a failure of the disk.
    func check(_ result: Int32) throws(StoreError) {
        if result == EIO, SystemFile.isFull(results.path) { throw results.error(ENOSPC) }
        try results.check(result)
    }

    func synchronize() throws(StoreError) { try results.check(mdb_env_sync(handle, 1)) }

    /// Copies the file as it was at a commit, with its pages where they were.
    func copy(to path: String) throws(StoreError) {
        let result = mdb_env_copy2(handle, path, 0)
        if result == EINVAL {
            // The library writes a copy in whole pages, and a file that was cut off within a page is none.
            let header = try LMDBHeader(of: results.path)
            guard header.length % header.pageSize == 0 else {
                throw LMDBHeader.damaged(results.path, "the file is cut off")
            }
        }
        try results.check(result)
    }
}
