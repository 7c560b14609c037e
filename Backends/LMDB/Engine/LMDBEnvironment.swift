import CPolystoreLMDB
import Foundation
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The open file: its map, its tables and its place among the open files of the process.
///
/// It is closed with its last reference: that of the engine, of a snapshot that is still read, or of a copy being made.
// SAFETY: the library allows an environment to be used from any thread; `durability` and `transactions` are touched on
// the writer thread only, everything else is immutable.
final class LMDBEnvironment: @unchecked Sendable {
    /// How a file is opened.
    enum Mode {
        /// For writing; the caller holds the writer's lock.
        case write
        /// For reading beside writers.
        case read
        /// For reading where no other process can write, without taking part in their locks.
        case readUnchanging
        /// A file that is being made and has no name yet.
        case create
    }

    let handle: OpaquePointer
    let path: String
    let options: LMDBOptions
    let mode: Mode
    private let tables: [MDB_dbi]
    private let entry: OpenFileRegistry.Entry?
    private var durability = Durability.full
    private var transactions = 0

    /// Opens a file whose head was checked.
    init(
        _ mode: Mode, _ path: String, _ options: LMDBOptions, entry: OpenFileRegistry.Entry? = nil
    ) throws(StoreError) {
        self.mode = mode
        self.path = path
        self.options = options
        self.entry = entry
        var handle: OpaquePointer?
        try LMDBFailure.check(mdb_env_create(&handle), path, options)
        guard let handle else { throw StoreError(.inputOutput, [.path: path]) }
        do throws(StoreError) {
            try LMDBFailure.check(mdb_env_set_mapsize(handle, options.mapSize), path, options)
            try LMDBFailure.check(mdb_env_set_maxreaders(handle, UInt32(options.readers)), path, options)
            try LMDBFailure.check(mdb_env_set_maxdbs(handle, UInt32(EngineTable.allCases.count)), path, options)
            try LMDBEnvironment.reserveSlots(mode, path, options)
            try LMDBFailure.check(mdb_env_open(handle, path, mode.flags, 0o644), path, options)
            if mode == .write || mode == .read {
                // Slots of processes that died keep pages from being used again.
                try LMDBFailure.check(mdb_reader_check(handle, nil), path, options)
            }
            tables = try LMDBEnvironment.openTables(handle, mode, path, options)
        } catch {
            mdb_env_close(handle)
            throw error
        }
        self.handle = handle
    }

    deinit { mdb_env_close(handle) }

    /// Makes room on the disk for the file of reader slots, before the library maps it.
    private static func reserveSlots(_ mode: Mode, _ path: String, _ options: LMDBOptions) throws(StoreError) {
        guard mode == .write || mode == .read else { return }
        let slots = StoreFiles(path: path).readerSlots
        // 64 bytes a reader, and less than 256 before the first.
        let result = polystore_lmdb_reserve(slots, options.readers * 64 + 256)
        // A reader on a read-only disk has no slots.
        if mode == .read, result == EROFS { return }
        try LMDBFailure.check(result, slots, options)
    }

    /// The names of the tables in the file; they never change.
    private static func name(_ table: EngineTable) -> String { "\(table)" }

    private static func openTables(
        _ handle: OpaquePointer, _ mode: Mode, _ path: String, _ options: LMDBOptions
    ) throws(StoreError) -> [MDB_dbi] {
        let creates = mode == .create
        var transaction: OpaquePointer?
        try LMDBFailure.check(
            mdb_txn_begin(handle, nil, creates ? 0 : UInt32(MDB_RDONLY), &transaction), path, options)
        var tables: [MDB_dbi] = []
        for table in EngineTable.allCases {
            var number: MDB_dbi = 0
            let result = mdb_dbi_open(transaction, name(table), creates ? UInt32(MDB_CREATE) : 0, &number)
            guard result == MDB_SUCCESS else {
                mdb_txn_abort(transaction)
                throw LMDBFailure(code: result, path: path, options: options).error
            }
            tables.append(number)
        }
        try LMDBFailure.check(mdb_txn_commit(transaction), path, options)
        return tables
    }

    /// The library's number of a table.
    @inline(__always)
    func table(_ table: EngineTable) -> MDB_dbi { tables[Int(table.rawValue)] }

    /// Throws unless a result is success.
    @inline(__always)
    func check(_ result: Int32) throws(StoreError) {
        if result != MDB_SUCCESS { throw LMDBFailure(code: result, path: path, options: options).error }
    }

    /// Begins a read transaction, which any thread may use and end.
    func beginReading() throws(StoreError) -> OpaquePointer {
        var transaction: OpaquePointer?
        var result = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
        if result == MDB_READERS_FULL {
            // Processes that died may have left their slots.
            try check(mdb_reader_check(handle, nil))
            result = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
        }
        try check(result)
        guard let transaction else { throw StoreError(.inputOutput, [.path: path]) }
        return transaction
    }

    /// Begins the write transaction, or one nested in it.
    func beginWriting(inside outer: OpaquePointer?) throws(StoreError) -> OpaquePointer {
        var transaction: OpaquePointer?
        if outer == nil {
            transactions += 1
            // What a reader that was killed had looked at is not used again until its slot is cleared.
            if transactions % 64 == 0 { try check(mdb_reader_check(handle, nil)) }
        }
        try check(mdb_txn_begin(handle, outer, 0, &transaction))
        guard let transaction else { throw StoreError(.inputOutput, [.path: path]) }
        return transaction
    }

    /// Sets what commits survive; outside of a transaction, on the writer thread.
    ///
    /// The flag of a single transaction is accepted and ignored by the library, that of the environment works.
    func set(_ wanted: Durability) throws(StoreError) {
        guard wanted != durability else { return }
        let isWeak = wanted == .losesLastSavesOnPowerCut
        try check(mdb_env_set_flags(handle, UInt32(MDB_NOMETASYNC), isWeak ? 1 : 0))
        durability = wanted
    }

    /// Puts everything that was committed on the disk.
    func synchronize() throws(StoreError) { try check(mdb_env_sync(handle, 1)) }
}

extension LMDBEnvironment.Mode {
    /// The library's flags: one file, and read transactions that belong to nobody's thread.
    fileprivate var flags: UInt32 {
        let common = MDB_NOSUBDIR | MDB_NOTLS
        return switch self {
        case .write: UInt32(common)
        case .read: UInt32(common | MDB_RDONLY)
        case .readUnchanging: UInt32(common | MDB_RDONLY | MDB_NOLOCK)
        // Nobody else knows the file, and whoever makes it syncs it as a whole.
        case .create: UInt32(common | MDB_NOLOCK | MDB_NOSYNC)
        }
    }
}
