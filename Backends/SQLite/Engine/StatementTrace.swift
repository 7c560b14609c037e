import CPolystoreSQLite
import PolystoreStorage

/// Traces the statements that a connection runs: their text, how long they took, how many rows they gave.
///
/// The engine's own profile counts whole milliseconds, so the time is taken here. Used by the thread that holds the
/// connection.
final class StatementTrace {
    private let receiver: any TraceReceiver
    private let showsValues: Bool
    private let store: String
    private let clock = ContinuousClock()
    /// The statements that run now.
    private var running: [OpaquePointer: (start: ContinuousClock.Instant, rows: Int)] = [:]
    /// The most characters of a statement that are traced.
    private static let lengthLimit = 4096

    /// Nil when the trace tells no statements.
    init?(_ trace: Trace?, store: String) {
        guard let trace, let receiver = trace.receiver(of: .sql) else { return nil }
        self.receiver = receiver
        self.store = store
        showsValues = trace.showsValues
    }

    /// Listens to a connection, which keeps this object for as long as it is open.
    func listen(to connection: OpaquePointer) {
        let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE)
        sqlite3_trace_v2(
            connection, events,
            { event, context, statement, text in
                guard let context, let statement else { return 0 }
                let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
                trace.take(Int32(event), OpaquePointer(statement), text)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func take(_ event: Int32, _ statement: OpaquePointer, _ text: UnsafeMutableRawPointer?) {
        switch event {
        case SQLITE_TRACE_STMT:
            // What triggers run comes as a comment, within the statement that fired them.
            guard let text, !String(cString: text.assumingMemoryBound(to: CChar.self)).hasPrefix("--") else { return }
            running[statement] = (clock.now, 0)
        case SQLITE_TRACE_ROW: running[statement]?.rows += 1
        default:
            guard let run = running.removeValue(forKey: statement) else { return }
            let duration = run.start.duration(to: clock.now)
            receiver.receive(
                TraceEvent(.sql, store: store, self.text(of: statement), rows: run.rows, duration: duration))
        }
    }

    /// The statement's text, with what is bound to it where that is wanted.
    private func text(of statement: OpaquePointer) -> String {
        var text: String?
        if showsValues, let expanded = sqlite3_expanded_sql(statement) {
            text = String(cString: expanded)
            sqlite3_free(expanded)
        }
        let whole = text ?? sqlite3_sql(statement).map { String(cString: $0) } ?? ""
        return whole.count > Self.lengthLimit ? "\(whole.prefix(Self.lengthLimit)) …" : whole
    }
}
