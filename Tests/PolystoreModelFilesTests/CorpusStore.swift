import Foundation
import PolystoreModelFiles
import PolystoreSQLite

/// A store of a real program, copied to a place of its own.
struct CorpusStore: Decodable {
    /// The store's path from the folder on.
    let store: String
    /// The documents of the versions that the store was written with.
    let model: [String]

    private struct Index: Decodable { let stores: [CorpusStore] }

    /// All stores that the folder's list names; none without a folder.
    static func all() throws -> [CorpusStore] {
        guard let folder = Corpus.folder else { return [] }
        return try JSONDecoder().decode(Index.self, from: Data(contentsOf: folder.appending(path: "INDEX.json"))).stores
    }

    /// The bundle with the model, and the names of the versions.
    func source(in folder: URL) -> (bundle: URL, versions: Set<String>)? {
        let versions = model.map { folder.appending(path: $0).deletingLastPathComponent() }
        guard let bundle = versions.first?.deletingLastPathComponent() else { return nil }
        return (bundle, Set(versions.map { $0.deletingPathExtension().lastPathComponent }))
    }

    /// What the store says of its model.
    func evidence(in folder: URL) throws -> StoreEvidence {
        let copy = FileManager.default.temporaryDirectory.appending(path: "corpus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: copy) }
        let target = copy.appending(path: "store.sqlite")
        for ending in ["", "-wal", "-shm"] {
            let source = folder.appending(path: store + ending)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            // The bytes alone: a copy of a read-only file would be read-only, too.
            try Data(contentsOf: source).write(to: URL(filePath: target.path + ending))
        }
        let outline = try CoreDataOutline(contentsOf: target)
        return StoreEvidence(
            coreDataStore: "Store", propertyList: outline.propertyList, modelCache: outline.modelCache,
            parents: outline.parents, columns: outline.columns)
    }
}
