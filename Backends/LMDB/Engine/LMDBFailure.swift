import CPolystoreLMDB
import Foundation
import PolystoreModel
import PolystoreStorage

/// What a result of the library means for a store.
struct LMDBFailure {
    /// The result: negative for the library's own, positive for the system's.
    let code: Int32
    /// The store's file.
    let path: String
    /// The options under which the file is open.
    let options: LMDBOptions

    /// The error.
    var error: StoreError {
        switch code {
        case MDB_MAP_FULL: error(.full, "the map is full", limit: "mapSize \(options.mapSize)")
        case MDB_READERS_FULL: error(.full, "all reader slots are in use", limit: "readers \(options.readers)")
        case MDB_TXN_FULL: error(.full, "one transaction changes too many pages")
        case MDB_MAP_RESIZED:
            error(.full, "the file has outgrown the map of this process", limit: "mapSize \(options.mapSize)")
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_PAGE_FULL, MDB_CURSOR_FULL: error(.damaged, words)
        case MDB_PANIC: error(.failed, "a write of a page that says which state is the last one failed")
        case MDB_INVALID: error(.foreign, "not an LMDB file")
        case MDB_VERSION_MISMATCH: error(.unsupportedFormat, "the file belongs to another version of LMDB")
        case MDB_INCOMPATIBLE, MDB_NOTFOUND, MDB_DBS_FULL: error(.foreign, "an LMDB file of another program")
        case MDB_BAD_VALSIZE: error(.unsupported, "a key or a value is too long")
        case MDB_BAD_TXN: error(.outOfOrder, "the transaction failed earlier")
        case ENOMEM: error(.full, "the map does not fit the address space", limit: "mapSize \(options.mapSize)")
        case 1...: SystemFile.error(code, path)
        default: error(.inputOutput, words)
        }
    }

    /// Throws unless the result is success.
    static func check(
        _ code: Int32, _ path: String, _ options: LMDBOptions
    ) throws(StoreError) {
        guard code != MDB_SUCCESS else { return }
        throw LMDBFailure(code: code, path: path, options: options).error
    }

    private var words: String { String(cString: mdb_strerror(code)) }

    private func error(_ code: StoreError.Code, _ reason: String, limit: String? = nil) -> StoreError {
        StoreError(code, [.path: path, .reason: reason, .limit: limit])
    }
}
