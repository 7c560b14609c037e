import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Removes folders when the process ends.
enum ExitCleanup {
    private static let folders = Mutex<[URL]>([])
    private static let registration: Int32 = atexit { ExitCleanup.clean() }

    /// Removes a folder at the end.
    static func remove(_ folder: URL) {
        folders.withLock { $0.append(folder) }
        _ = registration
    }

    private static func clean() {
        for folder in folders.withLock({ $0 }) {
            // The process ends; what cannot be removed stays in the system's temporary folder.
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
