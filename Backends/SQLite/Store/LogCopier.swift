import Foundation
import PolystoreStorage

/// Copies a store's log back to its file on a thread beside the writer, with connections of its own.
// SAFETY: `connections` is touched by the one thread that copies, and by `close` when there is none.
final class LogCopier: @unchecked Sendable {
    private struct State {
        var isCopying = false
        var isClosed = false
        /// The frames that the last pass found or put in the file; 0 when it did nothing.
        var copied = 0
    }

    private let settings: ConnectionSettings
    /// The file when the store was opened: another one that has taken its name is left alone.
    private let file: FileIdentity?
    private let state = Monitor(State())
    private var connections: CopyingConnections?

    init(_ settings: ConnectionSettings) {
        var settings = settings
        settings.cacheSize = 0
        settings.memoryMap = 0
        settings.trace = nil
        // Nobody waits for the thread while it waits for somebody else.
        settings.busyTimeout = 0
        self.settings = settings
        file = FileIdentity(path: settings.path)
    }

    /// The frames that were copied; nil while more are.
    var copied: Int? { state.read { $0.isCopying ? nil : $0.copied } }

    /// Begins to copy, unless it is being done or the store is closed.
    func start() {
        let starts = state.update(waking: { state in
            guard !state.isCopying, !state.isClosed else { return (false, false) }
            (state.isCopying, state.copied) = (true, 0)
            return (true, false)
        })
        guard starts, !SystemThread.start("polystore log", { self.finish(self.copy()) }) else { return }
        // Without a thread nothing is copied, and whoever writes does it in the end.
        finish(0)
    }

    /// Waits until nothing is being copied.
    func wait() { state.wait { $0.isCopying ? nil : () } }

    /// Waits, and copies nothing any more.
    func close() {
        state.wait { state -> Void? in
            state.isClosed = true
            return state.isCopying ? nil : ()
        }
        connections = nil
    }

    /// Copies what can be copied, and says how many frames are in the file then.
    ///
    /// When it has returned nobody but this object holds the connections: `close` ends them.
    private func copy() -> Int {
        do throws(StoreError) {
            if connections == nil, FileIdentity(path: settings.path) == file {
                connections = try CopyingConnections(settings)
            }
            return try connections?.copy() ?? 0
        } catch {
            // What cannot be copied stays in the log, where the next pass finds it: nobody has to be told.
            connections = nil
            return 0
        }
    }

    private func finish(_ copied: Int) {
        state.update { state in
            state.copied = copied
            state.isCopying = false
        }
    }
}
