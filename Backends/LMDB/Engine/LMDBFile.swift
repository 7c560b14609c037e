import CPolystoreLMDB
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The open file: its map, and the library's numbers of its tables.
///
/// It is closed with its last reference: that of the engine, of a snapshot that is still read, or of a copy being made.
// SAFETY: the library allows an environment to be used from any thread; `redo` but for its
// gate, `waiting` and `transactions` are touched on the writer thread only, and by whoever closes the file when there is none;
// everything else is immutable.
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
            "redoLog", .size, in: 64 << 10...1 << 30,
            "How long the log of the last saves may become; the file grows by up to twice as much for pages that it keeps (64MiB)."
        ),
        StoreType.Option(
            "verify", .word(["head", "full"]),
            "What is checked before the file is mapped: the pages that say which state is the last one and what the "
                + "store keeps about itself (head), or every page that can be reached (full)."),
    ]

    /// The library's file of reader slots and locks, and the redo log.
    static let companions = ["-lock", RedoFile.suffix]

    let results: LMDBResults
    private let opening: EngineOpening
    let handle: OpaquePointer
    private let tables: [MDB_dbi]
    /// Where the file is mapped, if its pages can be read without the library.
    let map: LMDBMap?
    /// What makes one short wait for the disk enough for a commit, if the file is open for writing.
    let redo: RedoLog?
    /// What the library waits for in a commit.
    var waiting = Waiting.all
    private var transactions = 0

    init(_ opening: EngineOpening) throws(StoreError) {
        self.opening = opening
        let recovery = opening.access == .write ? try RedoRecovery(of: opening.path) : nil
        try recovery?.restore()
        results = LMDBResults(
            path: opening.path, mapSize: try Self.mapSize(opening, recovers: recovery != nil),
            readers: opening.options.integer("readers", default: 126))
        var handle: OpaquePointer?
        try results.check(mdb_env_create(&handle))
        guard let handle else { throw StoreError(.inputOutput, [.path: opening.path]) }
        do throws(StoreError) {
            try results.check(mdb_env_set_mapsize(handle, results.mapSize))
            try results.check(mdb_env_set_maxreaders(handle, UInt32(results.slots)))
            try results.check(mdb_env_set_maxdbs(handle, UInt32(EngineTable.allCases.count)))
            try Self.reserveSlots(opening, results)
            try results.check(mdb_env_open(handle, opening.path, Self.flags(opening.access), 0o644))
            // Slots of processes that died keep pages from being used again.
            if opening.access != .create { try results.check(mdb_reader_check(handle, nil)) }
            (tables, map) = try Self.openTables(handle, opening.access, results)
            redo = try Self.openRedoLog(opening, handle, tables, recovery, results)
        } catch {
            mdb_env_close(handle)
            throw error
        }
        self.handle = handle
    }

    deinit {
        redo?.end()
        mdb_env_close(handle)
        redo?.forgetOthers()
    }

    /// The library's flags: one file, and read transactions that belong to nobody's thread.
    private static func flags(_ access: EngineOpening.Access) -> UInt32 {
        let common = MDB_NOSUBDIR | MDB_NOTLS
        return switch access {
        case .write: UInt32(common)
        case .read: UInt32(common | MDB_RDONLY)
        case .readAlone: UInt32(common | MDB_RDONLY | MDB_NOLOCK)
        case .create: UInt32(common | MDB_NOLOCK | MDB_NOSYNC)
        }
    }

    /// Opens the tables under their names, which never change.
    private static func openTables(
        _ handle: OpaquePointer, _ access: EngineOpening.Access, _ results: LMDBResults
    ) throws(StoreError) -> ([MDB_dbi], LMDBMap?) {
        let creates = access == .create
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, creates ? 0 : UInt32(MDB_RDONLY), &transaction))
        var tables: [MDB_dbi] = []
        var number: MDB_dbi = 0
        for table in EngineTable.allCases {
            let result = mdb_dbi_open(transaction, "\(table)", creates ? UInt32(MDB_CREATE) : 0, &number)
            guard result == MDB_SUCCESS else {
                mdb_txn_abort(transaction)
                throw results.error(result)
            }
            tables.append(number)
        }
        let map = Result { () throws(StoreError) in creates ? nil : try LMDBMap(transaction, results) }
        try results.check(mdb_txn_commit(transaction))
        return (tables, try map.get())
    }

    /// The library's number of a table.
    @inline(__always)
    func table(_ table: EngineTable) -> MDB_dbi { tables[Int(table.rawValue)] }

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
        // What a reader that was killed had looked at is not used again until its slot is cleared.
        if transactions % 64 == 0 { try results.check(mdb_reader_check(handle, nil)) }
        try redo?.begin()
        return LMDBView(self, try begin(inside: nil, flags: 0), durability, redo?.notes)
    }

    /// Begins a transaction of the library.
    func begin(inside outer: OpaquePointer?, flags: Int32) throws(StoreError) -> OpaquePointer {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, outer, UInt32(flags), &transaction))
        guard let transaction else { throw StoreError(.inputOutput, [.path: results.path]) }
        return transaction
    }

    func synchronize() throws(StoreError) {
        guard let redo else { return try results.check(mdb_env_sync(handle, 1)) }
        try redo.close()
    }

    /// Copies the file as it was at a commit, with its pages where they were.
    func copy(to path: String) throws(StoreError) {
        try results.check(mdb_env_copy2(handle, path, 0))
        // What waits for the disk may be in the copy.
        try redo?.gate.pass(seeing: .max)
        try RedoIdentity.remove(from: path)
    }
}
