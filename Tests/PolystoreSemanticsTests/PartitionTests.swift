import Foundation
import Polystore
import PolystoreMemory
import PolystoreSQLite
import Testing

@Suite("Several homes of one entity")
struct PartitionTests {
    /// Orders in two stores by region, customers in a third.
    final class Shop: Sendable {
        let folder: URL
        let container: PersistentContainer

        init(_ type: String, rule: Bool = true) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var homes = [PartitionRule.Home(.string("eu"), store: "ordersEU")]
            homes.append(PartitionRule.Home(.string("us"), store: "ordersUS"))
            container = try PersistentContainer(
                model: [Order.self, Customer.self],
                stores: [
                    Self.store("ordersEU", type, folder, "Order"), Self.store("ordersUS", type, folder, "Order"),
                    Self.store("customers", type, folder, "Customer"),
                ],
                partitions: rule ? [PartitionRule(entity: "Order", attribute: "region", homes: homes)] : [],
                storeTypes: [.memory, .sqlite])
        }

        deinit {
            try? container.close()  // a failed test may have left a store in any state
            try? FileManager.default.removeItem(at: folder)
        }

        private static func store(
            _ name: String, _ type: String, _ folder: URL, _ entity: String
        ) -> PersistentStoreDescription {
            let url = type == "memory" ? nil : folder.appendingPathComponent(name + ".store")
            var description = PersistentStoreDescription(name: name, type: type, url: url)
            description.entities = [entity]
            return description
        }
    }

    @Test(
        "the values of the insert's closure decide the store, and links made in it follow",
        arguments: ["memory", "sqlite"])
    func rule(_ type: String) throws {
        let shop = try Shop(type)
        let context = shop.container.newConfinedContext()
        let ada = try context.insert(Customer.self) { $0.name = "Ada" }
        let orders = try [("eu", 3), ("us", 1), ("eu", 2)].map { region, total in
            try context.insert(Order.self) { ($0.region, $0.total, $0.customer) = (region, total, ada) }
        }
        #expect(orders.map { shop.container.store(of: $0).name } == ["ordersEU", "ordersUS", "ordersEU"])
        #expect(ada.orders.count == 3)
        orders[0].related.insert(orders[1])
        try context.save()

        let other = shop.container.newConfinedContext()
        let request = FetchRequest(Order.self).sorted(by: Order.total)
        #expect(try other.fetch(request).map(\.total) == [1, 2, 3])
        #expect(try other.fetch(request.limit(1).offset(1)).map(\.total) == [2])
        #expect(try other.fetch(request.affecting(stores: ["ordersUS"])).map(\.region) == ["us"])
        #expect(try other.count(FetchRequest(Order.self).where(Order.customer.name == "Ada")) == 3)
        let copy = try other.existingObject(with: ada.objectID, as: Customer.self)
        #expect(copy.orders.map(\.total).sorted() == [1, 2, 3])
        let first = try other.existingObject(with: orders[0].objectID, as: Order.self)
        #expect(first.related.map(\.total) == [1])
        #expect(first.related[0].relatedTo.map(\.total) == [3])
    }

    @Test("the attribute that decided the store cannot change afterwards", arguments: ["memory", "sqlite"])
    func fixed(_ type: String) throws {
        let shop = try Shop(type)
        let context = shop.container.newConfinedContext()
        let order = try context.insert(Order.self) { ($0.region, $0.total) = ("eu", 1) }
        order.region = "us"
        #expect(order.region == "eu")
        let error = #expect(throws: ContextError.self) { try context.save() }
        #expect(error?.code == .partitionFixed)
        #expect(error?.details[.property] == "region")
    }

    @Test("a value without a home is refused, and nothing is left of the object", arguments: ["memory", "sqlite"])
    func noHome(_ type: String) throws {
        let shop = try Shop(type)
        let context = shop.container.newConfinedContext()
        let ada = try context.insert(Customer.self) { $0.name = "Ada" }
        #expect(throws: CoordinatorError.self) {
            try context.insert(Order.self) { ($0.region, $0.total, $0.customer) = ("mars", 1, ada) }
        }
        #expect(ada.orders.isEmpty)
        #expect(context.insertedObjects == [ada])
        try context.save()
    }

    @Test("a named store and assign choose the home, until the ID was read", arguments: ["memory", "sqlite"])
    func explicit(_ type: String) throws {
        let shop = try Shop(type)
        let context = shop.container.newConfinedContext()
        let order = try context.insert(Order.self, into: "ordersUS") { ($0.region, $0.total) = ("eu", 1) }
        #expect(shop.container.store(of: order).name == "ordersUS")
        try context.assign(order, to: "ordersEU")
        #expect(shop.container.store(of: order).name == "ordersEU")
        #expect(order.total == 1)
        _ = order.objectID
        #expect(throws: ContextError.self) { try context.assign(order, to: "ordersUS") }
        #expect(throws: CoordinatorError.self) { try context.insert(Order.self, into: "nowhere") }
        #expect(throws: CoordinatorError.self) { try context.insert(Order.self, into: "customers") }
        try context.save()
        #expect(try context.count(FetchRequest(Order.self)) == 1)
    }

    @Test("a store can leave and come back: meanwhile its objects are inaccessible", arguments: ["sqlite"])
    func absentStore(_ type: String) throws {
        let shop = try Shop(type)
        let context = shop.container.newConfinedContext()
        let ada = try context.insert(Customer.self) { $0.name = "Ada" }
        let order = try context.insert(Order.self) { ($0.region, $0.total, $0.customer) = ("eu", 1, ada) }
        try context.save()
        let coordinator = shop.container.coordinator
        let description = try #require(coordinator.store(named: "customers")?.description)
        try coordinator.removeStore(named: "customers")

        let other = shop.container.newConfinedContext()
        let copy = try other.existingObject(with: order.objectID, as: Order.self)
        let customer = try #require(copy.customer)
        #expect(customer.name == "")
        #expect((customer.inaccessibleError as? ContextError)?.code == .storeNotOpen)
        #expect(throws: ContextError.self) { try other.fetch(FetchRequest(Order.self)) }

        try coordinator.addStore(description)
        other.rollback()
        #expect(customer.name == "Ada")
    }
}
