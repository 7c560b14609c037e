import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreStorage

/// SQLite's result codes as store errors: one table.
enum ResultCode {
    /// The code of the store error, and whether the store's state is unknown after it.
    static func meaning(_ code: Int32) -> (code: StoreError.Code, leavesStateUnknown: Bool) {
        switch code & 0xFF {
        case SQLITE_OK, SQLITE_ROW, SQLITE_DONE, SQLITE_NOTICE, SQLITE_WARNING: return (.inputOutput, true)
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return (.timeout, false)
        case SQLITE_READONLY: return (.readOnly, false)
        case SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN: return (.permission, false)
        case SQLITE_FULL: return (.full, false)
        case SQLITE_IOERR: return (.inputOutput, true)
        case SQLITE_CORRUPT: return (.damaged, true)
        case SQLITE_NOTADB, SQLITE_FORMAT: return (.foreign, true)
        case SQLITE_SCHEMA, SQLITE_ERROR: return (.damaged, false)
        case SQLITE_CONSTRAINT: return (.conflict, false)
        case SQLITE_TOOBIG, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_NOLFS, SQLITE_EMPTY, SQLITE_NOTFOUND:
            return (.unsupported, false)
        case SQLITE_ABORT, SQLITE_INTERRUPT: return (.closed, false)
        case SQLITE_NOMEM: return (.inputOutput, false)
        case SQLITE_INTERNAL, SQLITE_MISUSE: return (.inputOutput, true)
        default: return (.inputOutput, true)
        }
    }

    static func error(
        _ code: Int32, system: Int32 = 0, settings: ConnectionSettings, reason: String? = nil
    ) -> StoreError {
        var details: ErrorDetails = [.store: settings.store, .path: settings.path, .code: "SQLite \(code)"]
        details[.reason] = reason ?? String(cString: sqlite3_errstr(code))
        if system != 0 { details[.found] = "system error \(system)" }
        return StoreError(meaning(code).code, details)
    }
}
