import Foundation
import PolystoreStorage

/// Copies a store's log back to its file on a thread beside the writer, with connections of its own.
// SAFETY: `connections` is touched by the one thread that copies, and by `close` when there is none.
final class LogCopier: @unchecked Sendable {
    private let settings: ConnectionSettings
    /// The file when the store was opened: another one that has taken its name is left alone.
    private let file: FileIdentity?
    /// How many frames the last pass found in the file or put there; nil when the file could not be opened.
    private let pass = BackgroundTask<Int?>("polystore log")
    private var connections: CopyingConnections?

    init(_ settings: ConnectionSettings) {
        var settings = settings
        settings.cacheSize = 0
        settings.memoryMap = 0
        settings.trace = nil
        // No save waits for the thread while it waits for another connection.
        settings.busyTimeout = 0
        self.settings = settings
        file = FileIdentity(path: settings.path)
    }

    /// The frames that the last pass found or put in the file, 0 when it did nothing; nil while one is running.
    var copied: Int? {
        switch pass.progress {
        case .idle: 0
        case .running: nil
        case .over(let copied): copied ?? 0
        }
    }

    /// Begins to copy.
    ///
    /// - Returns: False where it is being done, the store is closed, there is no thread, or an earlier pass could not open the
    ///   file: then the log is the writer's business.
    @discardableResult
    func start() -> Bool {
        if case .over(nil) = pass.progress { return false }
        return pass.start { self.copy() }
    }

    /// Waits until nothing is being copied.
    func wait() { pass.wait() }

    /// Waits, and copies nothing any more.
    func close() {
        pass.close()
        connections = nil
    }

    /// Copies what can be copied, and says how many frames are in the file then.
    ///
    /// When it has returned, no object but this one holds the connections: `close` ends them.
    private func copy() -> Int? {
        do throws(StoreError) {
            if connections == nil {
                guard FileIdentity(path: settings.path) == file else { return nil }
                connections = try CopyingConnections(settings)
            }
            return try connections?.copy()
        } catch {
            // What cannot be copied here stays in the log, and the writer copies it.
            connections = nil
            return nil
        }
    }
}
