import Foundation
import PolystoreModelFiles
import Testing

/// Models of real programs, in the folder that `POLYSTORE_CORPUS` names; the repository does not hold them.
enum Corpus {
    /// The folder; nil when there is none.
    static let folder: URL? = {
        let path = ProcessInfo.processInfo.environment["POLYSTORE_CORPUS"] ?? "../shared/corpus"
        let url = URL(filePath: path, directoryHint: .isDirectory)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }()

    /// What a test that needs the models says when it is passed over.
    static let missing: Comment = "POLYSTORE_CORPUS names no folder with models"

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
