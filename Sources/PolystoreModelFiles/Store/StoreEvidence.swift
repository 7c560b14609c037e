import Foundation
import PolystoreModel

/// What a store says of the model that it was written with, as far as it says it.
///
/// A store of Core Data keeps hashes of its entities, which only Apple's framework computes, often the model itself,
/// and tables that the model can be known by. A store of Polystore keeps its model. The opener of the file fills this
/// in; nothing here reads a database.
public struct StoreEvidence: Sendable {
    /// The names of the store's entities.
    public var entities: Set<String>
    /// The names of the parents of entities, nil for those without one; only of entities whose parent is known.
    public var parents: [String: String?]
    /// Core Data's own hash of each entity, 32 bytes; empty when the store keeps none, or hashes of Polystore.
    public var entityHashes: [String: [UInt8]] = [:]
    /// The identifiers of the model's version.
    public var versionIdentifiers: [String] = []
    /// The model that the store keeps; nil when it keeps none that can be read.
    public var model: ModelReading?
    /// Why the model that the store keeps cannot be read.
    public var modelProblems: [ModelProblem] = []
    /// Why what the store says of its versions cannot be read; nil when it can, or when there is nothing.
    public var metadataProblem: ModelProblem?
    /// The names of the columns of each table; empty when they were not read.
    public var columns: [String: Set<String>] = [:]

    /// Takes what a store of Polystore says: its model, and the names of the entities that it serves.
    ///
    /// - Parameters:
    ///   - model: The model that the store keeps.
    ///   - entities: The names of its entities; nil for all of the model.
    public init(model: ModelDescription, entities: [String]? = nil) {
        self.model = ModelReading(description: model, remarks: [])
        let own = model.entities.filter { entities?.contains($0.name) ?? true }
        self.entities = Set(own.map(\.name))
        parents = Dictionary(own.map { ($0.name, $0.superentityName) }, uniquingKeysWith: { first, _ in first })
        versionIdentifiers = model.versionIdentifiers
    }

    /// Takes what a file in Core Data's layout says.
    ///
    /// - Parameters:
    ///   - name: The name that the model is to have, and that messages show.
    ///   - propertyList: The bytes of `Z_METADATA.Z_PLIST`; nil when there are none.
    ///   - modelCache: The bytes of `Z_MODELCACHE.Z_CONTENT`; nil when there are none.
    ///   - parents: The names in `Z_PRIMARYKEY`, each with its parent's name; without those from 16,000 on, which are of the
    ///     history and of services.
    ///   - columns: The names of the columns of each table.
    public init(
        coreDataStore name: String, propertyList: Data?, modelCache: Data?, parents: [String: String?],
        columns: [String: Set<String>]
    ) {
        entities = Set(parents.keys)
        self.parents = parents
        self.columns = columns
        if let propertyList { readMetadata(propertyList) }
        if let modelCache { readModel(modelCache, name: name) }
    }

    private mutating func readMetadata(_ data: Data) {
        let list: BinaryPropertyList
        do {
            list = try BinaryPropertyList(data)
        } catch {
            metadataProblem = ModelProblem(.invalidSyntax, error.message, [.offset: String(error.offset)])
            return
        }
        let outermost = list.dictionary(list.top)
        if let number = outermost["NSStoreModelVersionIdentifiers"], case .array(let numbers) = list.objects[number] {
            versionIdentifiers = numbers.compactMap { list.string($0) }.filter { !$0.isEmpty }
        }
        guard outermost["PolystoreFormatVersion"] == nil else { return }
        let hashes = outermost["NSStoreModelVersionHashes"].map { list.dictionary($0) } ?? [:]
        entityHashes = hashes.compactMapValues { number in
            if case .data(let bytes) = list.objects[number] { bytes } else { nil }
        }
        guard !entityHashes.isEmpty else { return }
        // The table of keys keeps the old name of an entity that was renamed by a migration; the hashes have the new one.
        entities = Set(entityHashes.keys)
        parents = parents.filter { name, parent in
            entities.contains(name) && parent.map(entities.contains) ?? true
        }
    }

    private mutating func readModel(_ cache: Data, name: String) {
        do {
            let bytes = try DeflatedBytes.inflate(Array(cache), limit: BinaryPropertyList.sizeLimit)
            model = try CompiledModel(data: Data(bytes), name: name, file: name).reading
        } catch let fault as DeflatedBytes.Fault {
            modelProblems = [ModelProblem(.invalidSyntax, fault.message, [.offset: String(fault.offset)])]
        } catch let error as ModelError {
            modelProblems = error.problems
        } catch {
            modelProblems = [ModelProblem(.invalidSyntax, "\(error)")]
        }
    }
}
