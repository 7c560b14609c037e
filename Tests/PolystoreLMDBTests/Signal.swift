import Foundation
import PolystoreModel

/// What processes of one test tell each other: files in its folder.
enum Signal {
    /// What was waited for did not come in time.
    struct Missed: Error {}

    static func send(_ name: String, _ folder: URL) throws {
        try Data().write(to: folder.appendingPathComponent("signal-\(name)"))
    }

    /// Waits until another process sent something.
    static func wait(_ name: String, _ folder: URL) throws {
        let path = folder.appendingPathComponent("signal-\(name)").path
        try poll { FileManager.default.fileExists(atPath: path) }
    }

    /// Waits until something holds: longer than two openings in a row wait for the holder of a store.
    static func poll(_ condition: () throws -> Bool) throws {
        for _ in 0..<6000 {
            if try condition() { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw Missed()
    }

    /// What this process does while a test waits for another one: on a thread of its own, because tests that wait may
    /// take all threads that tasks run on.
    final class Work: Sendable {
        private let outcome = Locked<Result<Void, any Error>?>(nil)

        init(_ body: @escaping @Sendable () throws -> Void) {
            Thread.detachNewThread { [self] in
                let result = Result { try body() }
                outcome.withLock { $0 = result }
            }
        }

        /// Waits for the end, and throws what the work threw.
        func finish() throws {
            try Signal.poll { outcome.withLock { $0 != nil } }
            try outcome.withLock { $0 }?.get()
        }
    }
}
