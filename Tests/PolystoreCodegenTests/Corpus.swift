import Foundation
import PolystoreModelFiles
import TestFolders
import Testing

/// Models of real programs.
enum Corpus {
    static let folder = CorpusFolder.url
    static let missing = Comment(rawValue: CorpusFolder.missing)

    /// The paths of all bundles from the folder on; none without a folder.
    static let bundles: [String] = {
        guard let folder, let found = try? ModelBundle.bundles(below: folder) else { return [] }
        return found.map { $0.path }.sorted()
    }()

    /// Some of them, spread over all.
    static let slice: [String] = stride(from: 3, to: bundles.count, by: max(1, bundles.count / 10)).map { bundles[$0] }
}

extension Corpus {
    /// A model that a program is written for.
    static let moody = bundles.first { $0.hasSuffix("/Moody/MoodyModel/Moody.xcdatamodeld") }
}
