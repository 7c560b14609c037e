import Foundation
import PolystoreStorage

/// Copies a store's log back to its file on a thread beside the writer, with a connection of its own.
// SAFETY: `connection` is touched by the one thread that copies, and by `close` when there is none.
final class LogCopier: @unchecked Sendable {
    private struct State {
        var isCopying = false
        var isClosed = false
        /// The frames that the last pass found or put in the file.
        var copied = 0
    }

    private let settings: ConnectionSettings
    private let state = Monitor(State())
    private var connection: Connection?

    init(_ settings: ConnectionSettings) {
        var settings = settings
        settings.cacheSize = 0
        settings.memoryMap = 0
        settings.trace = nil
        self.settings = settings
    }

    /// The frames that were copied; nil while more are.
    var copied: Int? { state.read { $0.isCopying ? nil : $0.copied } }

    /// Begins to copy, unless it is being done or the store is closed.
    func start() {
        let starts = state.update(waking: { state in
            guard !state.isCopying, !state.isClosed else { return (false, false) }
            state.isCopying = true
            return (true, false)
        })
        guard starts else { return }
        let thread = Thread { self.copy() }
        thread.name = "polystore log"
        thread.start()
    }

    /// Waits until nothing is being copied.
    func wait() { state.wait { $0.isCopying ? nil : () } }

    /// Waits, and copies nothing any more.
    func close() {
        state.wait { state -> Void? in
            state.isClosed = true
            return state.isCopying ? nil : ()
        }
        connection = nil
    }

    private func copy() {
        // What cannot be copied stays in the log, where the next pass finds it: nobody has to be told.
        if connection == nil { connection = try? Connection(.checkpoint, settings) }
        let result = connection?.copyLogBack()
        state.update { state in
            state.copied = result?.copied ?? 0
            state.isCopying = false
        }
    }
}
