package import Foundation

/// Models and stores of real programs, which the repository does not hold: the folder that `POLYSTORE_CORPUS` names, or
/// `../shared/corpus` beside the package.
package enum CorpusFolder {
    /// The folder; nil where there is none.
    package static let url: URL? = {
        let path = ProcessInfo.processInfo.environment["POLYSTORE_CORPUS"] ?? "../shared/corpus"
        let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let folder = URL(filePath: path, directoryHint: .isDirectory, relativeTo: package).standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.appending(path: "INDEX.json").path) ? folder : nil
    }()

    /// What a test that needs the folder says when it is passed over.
    package static let missing = "POLYSTORE_CORPUS names no folder with models, and there is none at ../shared/corpus"
}
