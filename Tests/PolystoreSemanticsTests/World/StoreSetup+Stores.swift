import Foundation
import Polystore
import PolystoreReferenceStore

extension StoreSetup {
    /// The types that the setup's stores are of.
    func storeTypes(_ disk: ReferenceDisk) -> [StoreType] { [.reference("reference", disk: disk)] }

    /// The setup's stores.
    func stores(in folder: URL) -> [PersistentStoreDescription] {
        switch self {
        case .reference: [store("all", "reference", folder, nil)]
        case .twoReferences:
            [
                store("people", "reference", folder, ["Person", "Locker"]),
                store("rest", "reference", folder, ["Company", "Skill", "Project", "Journal"]),
            ]
        }
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
