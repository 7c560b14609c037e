import Foundation

/// Real stores of Core Data with their models: outside of the repository, and perhaps not there.
enum Corpus {
    /// The folder; nil when there is none.
    static var folder: URL? {
        let path = ProcessInfo.processInfo.environment["POLYSTORE_CORPUS"] ?? "../shared/corpus"
        let root = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardizedFileURL
        let folder = URL(fileURLWithPath: path, relativeTo: root).standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.appending(path: "INDEX.json").path) ? folder : nil
    }

    /// A store and the model versions that may have made it.
    struct Store: Decodable {
        let store: String
        let model: [String]
    }

    private struct Index: Decodable {
        let stores: [Store]
    }

    /// The stores whose model is there.
    static func stores(in folder: URL) throws -> [Store] {
        let index = try JSONDecoder().decode(
            Index.self, from: Data(contentsOf: folder.appending(path: "INDEX.json")))
        return index.stores.filter { !$0.model.isEmpty }
    }
}
