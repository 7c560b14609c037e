import Foundation

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-lmdb-\(UUID().uuidString)")
        // A folder that cannot be made is reported by the opening of a file in it.
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // What stays is swept away with the system's temporary files.
        try? FileManager.default.removeItem(at: url)
    }

    func url(_ name: String) -> URL { url.appendingPathComponent(name) }

    func path(_ name: String) -> String { url(name).path }
}
