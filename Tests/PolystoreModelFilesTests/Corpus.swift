import Foundation
import PolystoreModelFiles
import Testing

/// Models of real programs, in the folder that `POLYSTORE_CORPUS` names; the repository does not hold them.
enum Corpus {
    /// The folder; nil when none is named.
    static let folder = ProcessInfo.processInfo.environment["POLYSTORE_CORPUS"].map {
        URL(filePath: $0, directoryHint: .isDirectory)
    }

    /// What a test that needs the models says when it is passed over.
    static let missing: Comment = "POLYSTORE_CORPUS names no folder with models"

    /// All bundles of the folder.
    static func bundles() throws -> [URL] { try ModelBundle.bundles(below: try #require(folder)) }
}
