import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreReferenceStore
import PolystoreSQLite

extension StoreSetup {
    /// The types that the setup's stores are of.
    func storeTypes(_ disk: ReferenceDisk) -> [StoreType] {
        [.reference("reference", disk: disk), .lmdb, .memory, .sqlite]
    }

    /// Whether the stores' contents survive the container.
    var isDurable: Bool {
        switch self {
        case .memory, .twoMemories, .sqliteAndMemory, .memoryAndSQLite, .lmdbAndMemory: false
        default: true
        }
    }

    /// The setup's stores.
    func stores(in folder: URL) -> [PersistentStoreDescription] {
        switch self {
        case .reference: [store("all", "reference", folder, nil)]
        case .twoReferences: split("reference", folder, "reference", folder)
        case .memory: [store("all", "memory", nil, nil)]
        case .twoMemories: split("memory", nil, "memory", nil)
        case .sqlite: [store("all", "sqlite", folder, nil)]
        case .twoSQLites: split("sqlite", folder, "sqlite", folder)
        case .sqliteAndMemory:
            [
                store("kept", "sqlite", folder, ["Company", "Person", "Project", "Journal"]),
                store("session", "memory", nil, ["Skill", "Locker"]),
            ]
        case .memoryAndSQLite: split("memory", nil, "sqlite", folder)
        case .lmdb: [store("all", "lmdb", folder, nil)]
        case .lmdbAndSQLite: split("lmdb", folder, "sqlite", folder)
        case .sqliteAndLMDB: split("sqlite", folder, "lmdb", folder)
        case .lmdbAndMemory:
            [
                store("kept", "lmdb", folder, ["Company", "Person", "Project", "Journal"]),
                store("session", "memory", nil, ["Skill", "Locker"]),
            ]
        }
    }

    /// People and lockers in one store, everything else in another.
    private func split(
        _ people: String, _ peopleFolder: URL?, _ rest: String, _ restFolder: URL?
    ) -> [PersistentStoreDescription] {
        [
            store("people", people, peopleFolder, ["Person", "Locker"]),
            store("rest", rest, restFolder, ["Company", "Skill", "Project", "Journal"]),
        ]
    }

    private func store(
        _ name: String, _ type: String, _ folder: URL?, _ entities: [String]?
    ) -> PersistentStoreDescription {
        var description = PersistentStoreDescription(
            name: name, type: type, url: folder?.appendingPathComponent("\(name).\(type)"))
        description.entities = entities
        return description
    }
}
