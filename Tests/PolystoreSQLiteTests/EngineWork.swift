import CPolystoreSQLite

@testable import PolystoreSQLite

/// What the engine did on a connection since it was opened, counted by the engine itself.
struct EngineWork {
    /// Statements that were compiled.
    var prepared = 0
    /// Calls that advanced a statement.
    var steps = 0
    /// Statements that are kept compiled.
    var kept = 0
    /// Instructions that kept statements ran.
    var instructions = 0
    /// Rows that were inserted, updated or deleted.
    var rowChanges = 0
    /// Pages that were asked for.
    var pages = 0
    /// Rows that were visited by scans of whole tables.
    var scanned = 0

    init(_ connection: Connection) {
        prepared = connection.counters.prepared
        steps = connection.counters.steps
        rowChanges = Int(sqlite3_total_changes64(connection.handle))
        var statement = sqlite3_next_stmt(connection.handle, nil)
        while let current = statement {
            kept += 1
            instructions += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 0))
            scanned += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
            statement = sqlite3_next_stmt(connection.handle, current)
        }
        for counter in [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS] {
            var (current, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(connection.handle, counter, &current, &highest, 0)
            pages += Int(current)
        }
    }

    /// Nothing.
    init() {}

    static func + (left: EngineWork, right: EngineWork) -> EngineWork {
        var work = left
        work.prepared += right.prepared
        work.steps += right.steps
        work.kept += right.kept
        work.instructions += right.instructions
        work.rowChanges += right.rowChanges
        work.pages += right.pages
        work.scanned += right.scanned
        return work
    }

    static func - (after: EngineWork, before: EngineWork) -> EngineWork {
        var work = after
        work.prepared -= before.prepared
        work.steps -= before.steps
        work.kept -= before.kept
        work.instructions -= before.instructions
        work.rowChanges -= before.rowChanges
        work.pages -= before.pages
        work.scanned -= before.scanned
        return work
    }
}
