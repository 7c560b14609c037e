import Foundation

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let url: URL

    init(_ name: String) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // What stays is told by the check that follows the tests.
        try? FileManager.default.removeItem(at: url)
    }
}
