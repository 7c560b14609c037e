import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite

final class Shelf: ManagedObject, Entity {
    static let label = Attribute<String>("label")
    static let entity = EntityDescription(Shelf.self, label)
}

let folder = URL(filePath: "backups")
var shelves = PersistentStoreDescription(name: "shelves", type: .sqlite, url: URL(filePath: "shelves.sqlite"))
let stores = [shelves]
let container = try PersistentContainer(model: [Shelf.self], stores: stores, storeTypes: [.sqlite, .lmdb])
