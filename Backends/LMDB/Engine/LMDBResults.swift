import CPolystoreLMDB
import Foundation
import PolystoreModel
import PolystoreStorage

/// The mapping of the library's result codes to errors of the store in one file.
struct LMDBResults: Sendable {
    /// The store's file.
    let path: String
    /// The address space of the map, in bytes.
    let mapSize: Int
    /// The number of reader slots: of snapshots at a time.
    let readers: Int
    /// Whether the results are those of a transaction that only reads, which nothing but a damaged page makes fail.
    var isReading = false

    /// Throws unless a result is success.
    @inline(__always)
    func check(_ result: Int32) throws(StoreError) { if result != MDB_SUCCESS { throw error(result) } }

    /// The error of a result: negative for the library's own, positive for the system's.
    func error(_ result: Int32) -> StoreError {
        switch result {
        case MDB_MAP_FULL: error(.full, "the map is full", limit: "mapSize \(mapSize)")
        case MDB_READERS_FULL: error(.full, "all reader slots are in use", limit: "readers \(readers)")
        case MDB_TXN_FULL: error(.full, "one transaction changes too many pages")
        case MDB_MAP_RESIZED:
            error(.full, "the file has outgrown the map of this process", limit: "mapSize \(mapSize)")
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_PAGE_FULL, MDB_CURSOR_FULL: error(.damaged, words(result))
        case MDB_PANIC: error(.failed, "a write of a page that says which state is the last one failed")
        case MDB_INVALID: error(.foreign, "not an LMDB file")
        case MDB_VERSION_MISMATCH: error(.unsupportedFormat, "the file belongs to another version of LMDB")
        case MDB_INCOMPATIBLE, MDB_NOTFOUND, MDB_DBS_FULL: error(.foreign, "an LMDB file of another program")
        case MDB_BAD_VALSIZE: error(.unsupported, "a key or a value is too long")
        case MDB_BAD_TXN where isReading: error(.damaged, "a page that was read earlier is damaged")
        case MDB_BAD_TXN: error(.outOfOrder, "the transaction failed earlier")
        case ENOMEM: error(.full, "the map does not fit the address space", limit: "mapSize \(mapSize)")
        case 1...: SystemFile.error(result, path)
        default: error(.inputOutput, words(result))
        }
    }

    private func words(_ result: Int32) -> String { String(cString: mdb_strerror(result)) }

    private func error(_ code: StoreError.Code, _ reason: String, limit: String? = nil) -> StoreError {
        StoreError(code, [.path: path, .reason: reason, .limit: limit])
    }
}
