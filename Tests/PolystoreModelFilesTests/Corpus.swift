import Foundation
import PolystoreModelFiles
import TestFolders
import Testing

/// Models of real programs.
enum Corpus {
    static let folder = CorpusFolder.url
    static let missing = Comment(rawValue: CorpusFolder.missing)

    /// All bundles of the folder.
    static func bundles() throws -> [URL] { try ModelBundle.bundles(below: try #require(folder)) }
}
