import Foundation
import Polystore
import PolystoreLMDB
import PolystoreModelFiles
import PolystoreSQLite

/// A store on the command line that is asked for its model: a file of SQLite in Core Data's layout, written by Core Data
/// or by Polystore, or any other store of Polystore.
struct StoreSource {
    /// The path, as it was given.
    let path: String
    private let url: URL

    init(_ path: String) {
        self.path = path
        url = URL(filePath: path)
    }

    private static let magic = Data("SQLite format 3\u{0}".utf8)

    /// Whether a path leads to a store and not to a model, by the file's first bytes or the name that stores of LMDB have.
    static func isStore(_ path: String) -> Bool {
        if path.hasSuffix(".lmdb") { return FileManager.default.fileExists(atPath: path) }
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        // A folder or a file that cannot be read is no store; what it is, is found out elsewhere.
        return (try? file.read(upToCount: magic.count)) == magic
    }

    /// What the store says of its model.
    ///
    /// - Throws: `LocatedError` when it cannot be read or is no store.
    func evidence() throws -> StoreEvidence {
        try LocatedError.about(path) {
            guard FileManager.default.fileExists(atPath: path) else { throw CommandError.noStore(path: path) }
            let isSQLite = Self.isStore(path) && !path.hasSuffix(".lmdb")
            guard isSQLite else { return try evidence(of: .lmdb) }
            let outline = try CoreDataOutline(contentsOf: url)
            if outline.columns["ZX_METADATA"] != nil { return try evidence(of: .sqlite) }
            return evidence(of: outline)
        }
    }

    /// The model that the store keeps.
    ///
    /// - Throws: `CommandError` when it keeps none that can be read.
    func reading() throws -> ModelReading {
        let evidence = try evidence()
        if let reading = evidence.model { return reading }
        throw CommandError.noStoredModel(path: path, reason: evidence.modelProblems.first?.message)
    }

    private func evidence(of type: StoreType) throws(StoreError) -> StoreEvidence {
        let description = PersistentStoreDescription(type, at: url)
        MappedStores.reportDamage(in: [description], of: path)
        let metadata = try type.metadata(description)
        let names = metadata.entityHashes.isEmpty ? nil : Array(metadata.entityHashes.keys)
        return StoreEvidence(model: metadata.model, entities: names)
    }

    private func evidence(of outline: CoreDataOutline) -> StoreEvidence {
        StoreEvidence(
            coreDataStore: url.deletingPathExtension().lastPathComponent, propertyList: outline.propertyList,
            modelCache: outline.modelCache, parents: outline.parents, columns: outline.columns)
    }
}
