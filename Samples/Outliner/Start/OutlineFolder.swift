import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

/// The folder of an outline: a store file, and the stores that it names.
///
/// The first start puts the sample's store file there. From then on the folder's own decides which entity lives in which store.
struct OutlineFolder {
    private static let storeFile = "outliner.json"

    let url: URL

    /// Looks for the folder, and makes it where its parent is there.
    ///
    /// - Throws: `StartError`.
    init(path: String) throws(StartError) {
        url = URL(filePath: path, directoryHint: .isDirectory)
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw .noFolder(path) }
            return
        }
        let parent = url.standardizedFileURL.deletingLastPathComponent()
        guard files.fileExists(atPath: parent.path) else { throw .noParent(path) }
        do {
            try files.createDirectory(at: url, withIntermediateDirectories: false)
        } catch {
            let cause = (error as? CocoaError)?.userInfo[NSUnderlyingErrorKey] as? any Error ?? error
            throw .notMade(path, reason: cause.localizedDescription)
        }
    }

    /// Opens the stores.
    ///
    /// - Throws: `ConfigurationError` with every problem of the store file, or with the store that cannot be opened; what
    ///   writing the store file throws.
    func open() throws -> PersistentContainer {
        let file = url.appending(path: Self.storeFile)
        if !FileManager.default.fileExists(atPath: file.path) {
            guard let resource = Bundle.module.url(forResource: "outliner", withExtension: "json") else {
                throw StartError.missingResource(Self.storeFile)
            }
            try Data(contentsOf: resource).write(to: file, options: .atomic)
        }
        return try PersistentContainer(
            model: OutlineModel.classes, configuration: file.path, storeTypes: [.sqlite, .lmdb, .memory])
    }
}
