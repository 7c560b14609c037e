package import Foundation

/// A folder that goes with the test.
package final class TemporaryFolder: Sendable {
    /// Where the folder is.
    package let url: URL

    /// Makes a folder whose name begins with a word for what left it, should it stay.
    package init(_ name: String = "polystore") throws {
        url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // What stays is told by the check that follows the tests.
        try? FileManager.default.removeItem(at: url)
    }

    /// The folder's path.
    package var path: String { url.path }

    /// The place of a file in it.
    package func url(_ name: String) -> URL { url.appending(path: name) }

    /// The path of a file in it.
    package func path(_ name: String) -> String { url(name).path }
}
