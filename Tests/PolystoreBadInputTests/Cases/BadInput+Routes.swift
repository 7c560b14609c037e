import Foundation
import Polystore

extension BadInput {
    /// Entities without a home, or with too many.
    static let routes: [BadInput] = [
        .refused("an object of an abstract entity", ["ContextError.abstractEntity"], [.entity: "Being"]) {
            try $0.context().insert(Being.self)
        },
        .refused(
            "an object of an entity that the model does not have", ["ContextError.unknownEntity"],
            [
                .entity: "Ghost"
            ]
        ) { try $0.context().insert(entity: "Ghost") },
        .refused(
            "an object for a store that is not there", ["CoordinatorError.unknownStore"],
            [
                .entity: "Company", .store: "archive",
            ]
        ) { try $0.context().insert(Company.self, into: "archive") },
        .refused(
            "an object for a store that does not serve it", ["CoordinatorError.notServed"],
            [
                .entity: "Company", .store: "eu",
            ]
        ) { try $0.context().insert(Company.self, into: "eu") },
        .refused("an object of an entity without a home", ["CoordinatorError.noHome"], [.entity: "Company"]) { scene in
            let container = try scene.open(other(scene, ["Being", "Document", "Order"]), partitions: [])
            try scene.context(container).insert(Company.self) { $0.name = "New" }
        },
        .refused(
            "two homes without a rule", ["CoordinatorError.ambiguousHome"], [.entity: "Order", .found: "one, two"]
        ) {
            let stores = other($0, nil) + other($0, ["Order"], name: "two")
            let container = try $0.open(stores, partitions: [])
            try $0.context(container).insert(Order.self) { $0.region = "eu" }
        },
        .refused(
            "a partition value without a home", ["CoordinatorError.noPartition"],
            [
                .entity: "Order", .property: "region",
            ]
        ) { try $0.context().insert(Order.self) { $0.region = "classified" } },
        .refused(
            "a partition rule that names a store that is not there", ["CoordinatorError.invalidPartition"],
            [
                .entity: "Order", .store: "asia",
            ]
        ) {
            try $0.open(
                partitions: [PartitionRule(entity: "Order", attribute: "region", homes: ["eu": "eu", "as": "asia"])])
        },
        .refused(
            "a partition attribute that is changed", ["ContextError.partitionFixed"],
            [
                .entity: "Order", .property: "region",
            ]
        ) { scene in
            let context = try scene.context()
            try context.fetch(FetchRequest(Order.self))[0].region = "us"
            try context.save()
        },
        .refused("a store assigned after the ID was read", ["ContextError.storeFixed"], [.entity: "Order"]) { scene in
            let context = try scene.context()
            let order = try context.insert(Order.self) { $0.region = "eu" }
            _ = order.objectID
            try context.assign(order, to: "us")
        },
        .refused("a store assigned after the object was saved", ["ContextError.storeFixed"], [.entity: "Order"]) {
            scene in
            let context = try scene.context()
            try context.assign(try context.fetch(FetchRequest(Order.self).affecting(stores: ["eu"]))[0], to: "us")
        },
        .refused("two stores of one name", ["CoordinatorError.duplicateName"], [.store: "eu"]) {
            var stores = $0.stores()
            stores[2].name = "eu"
            try $0.open(stores, partitions: [])
        },
        .refused(
            "an entity moved to another store", ["CoordinatorError.homeChanged"],
            [
                .entity: "Company", .expected: "catalogue", .found: "eu", .reason: "catalogue",
            ]
        ) {
            var stores = $0.stores()
            stores[0].entities = ["Being", "Document"]
            stores[1].entities = ["Order", "Company"]
            try $0.open(stores)
        },
        .refused(
            "a store left out in which objects live", ["CoordinatorError.formerHomeMissing"],
            [
                .entity: "Order", .expected: "us",
            ]
        ) {
            try $0.open(Array($0.stores().prefix(2)), partitions: [])
        },
        .refused(
            "a durable store that would have to refer into memory", ["CoordinatorError.volatileReference"],
            [
                .entity: "Person", .property: "employer",
            ]
        ) { scene in
            var stores = other(scene, ["Being", "Document"])
            stores.append(PersistentStoreDescription(name: "memory", type: "memory"))
            stores[1].entities = ["Company", "Order"]
            try scene.open(stores, partitions: [])
        },
        .refused("a fetch from a store that is not there", ["FetchError.unknownStore"], [.store: "archive"]) {
            _ = try $0.context().fetch(FetchRequest(Order.self).affecting(stores: ["archive"]))
        },
    ]

    /// A new store beside the graph's.
    private static func other(
        _ scene: Scene, _ entities: [String]?, name: String = "one"
    ) -> [PersistentStoreDescription] {
        var description = PersistentStoreDescription(
            name: name, type: "sqlite", url: scene.folder.appendingPathComponent("\(name).sqlite"))
        description.entities = entities
        return [description]
    }
}
