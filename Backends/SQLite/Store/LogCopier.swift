import Foundation
import PolystoreStorage

/// Copies a store's log back to its file on a thread beside the writer, with connections of its own.
// SAFETY: `connections` is touched by the one thread that copies, and by `close` when there is none.
final class LogCopier: @unchecked Sendable {
    private let settings: ConnectionSettings
    /// The file when the store was opened: another one that has taken its name is left alone.
    private let file: FileIdentity?
    private let pass = BackgroundPass<Int>("polystore log")
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

    /// The frames that the last pass found or put in the file, 0 when it did nothing; nil while one is running.
    var copied: Int? {
        switch pass.progress {
        // Without a thread nothing is copied, and whoever writes does it in the end.
        case .idle: 0
        case .running: nil
        case .over(let copied): copied
        }
    }

    /// Begins to copy, unless it is being done or the store is closed.
    func start() { pass.start { self.copy() } }

    /// Waits until nothing is being copied.
    func wait() { pass.wait() }

    /// Waits, and copies nothing any more.
    func close() {
        pass.close()
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
}
