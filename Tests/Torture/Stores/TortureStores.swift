import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite

/// The stores that an experiment is made with, and the model over them: an entity in each, with relationships from each to
/// the next.
struct TortureStores: Sendable {
    enum Kind: String, Codable, CaseIterable, Sendable {
        case sqlite, lmdb

        var type: StoreType {
            switch self {
            case .sqlite: .sqlite
            case .lmdb: .lmdb
            }
        }

        var name: String {
            switch self {
            case .sqlite: "SQLite"
            case .lmdb: "LMDB"
            }
        }
    }

    let kinds: [Kind]
    let model: ManagedObjectModel
    /// Whether LMDB stores look at every page when they are opened.
    var verifiesPages = false
    /// What saves of one store survive.
    var durability = Durability.full

    init(_ kinds: [Kind]) throws {
        self.kinds = kinds
        model = try ManagedObjectModel(Self.description(kinds.count))
    }

    /// Stores whose kinds a case names, as in `SQLite+LMDB`.
    init(backends: String) throws {
        try self.init(
            backends.split(separator: "+").map { name in
                guard let kind = Kind.allCases.first(where: { $0.name == name }) else {
                    throw Violation("no backend \(name)")
                }
                return kind
            })
    }

    static func backends(_ kinds: [Kind]) -> String { kinds.map(\.name).joined(separator: "+") }

    /// The file of a store in a folder.
    static func file(_ store: Int) -> String { "store\(store)" }

    /// The entity of a store.
    static func entity(_ store: Int) -> String { "Node\(store)" }

    func descriptions(in folder: URL) -> [PersistentStoreDescription] {
        kinds.enumerated().map { index, kind in
            var description = PersistentStoreDescription(
                name: Self.file(index), type: kind.type, url: folder.appendingPathComponent(Self.file(index)))
            description.entities = [Self.entity(index)]
            if verifiesPages, kind == .lmdb { description.options.values["verify"] = .word("full") }
            description.durability = durability
            return description
        }
    }

    /// Opens the stores, which are made unless they are only read.
    func open(
        _ folder: URL, access: StoreOpening.Access = .readWrite, lockTimeout: Duration = .seconds(5)
    ) throws -> PersistentContainer {
        let descriptions = descriptions(in: folder).map { description in
            var description = description
            (description.access, description.creates) = (access, access == .readWrite)
            description.lockTimeout = lockTimeout
            return description
        }
        let container = try PersistentContainer(model: model, stores: descriptions, storeTypes: [.sqlite, .lmdb])
        // So little that the log is emptied every few saves.
        container.coordinator.commitLogLimit = 8 << 10
        return container
    }

    /// Brings a backup of the stores back to a folder.
    func restore(_ backup: URL, to folder: URL) throws {
        try PersistentContainer.restore(
            from: backup, to: descriptions(in: folder), storeTypes: [.sqlite, .lmdb], replaces: true)
    }

    /// A check of everything finds nothing.
    func check(_ container: PersistentContainer) throws {
        var findings: [String] = []
        _ = try container.coordinator.check { store, finding in findings.append("\(store.name): \(finding)") }
        guard findings.isEmpty else { throw Violation("check finds \(findings.joined(separator: ", "))") }
    }

    private static func description(_ count: Int) -> ModelDescription {
        var model = ModelDescription(name: "torture")
        for store in 0..<count {
            var entity = EntityDescription(name: entity(store))
            entity.attributes = [
                attribute("number", .integer64), attribute("text", .string), attribute("payload", .binary),
                attribute("scan", .binary) { $0.allowsExternalStorage = true },
            ]
            let next = Self.entity((store + 1) % count)
            let previous = Self.entity((store + count - 1) % count)
            entity.relationships = [
                RelationshipDescription(name: "next", to: .entity(next), isToMany: false, inverse: "previous"),
                RelationshipDescription(name: "previous", to: .entity(previous), isToMany: true, inverse: "next"),
            ]
            entity.indexes = [FetchIndexDescription(name: "byNumber", elements: [.init(property: "number")])]
            model.entities.append(entity)
        }
        return model
    }

    private static func attribute(
        _ name: String, _ type: AttributeType, _ change: (inout AttributeDescription) -> Void = { _ in }
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        change(&attribute)
        return attribute
    }
}
