import Foundation
import TestFolders

/// Real stores of Core Data with their models.
enum Corpus {
    static let folder = CorpusFolder.url

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
