import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Where objects live")
struct RoutingTests {
    let disk = ReferenceDisk()

    private func coordinator(keepsPeers: Bool = false) throws -> PersistentStoreCoordinator {
        PersistentStoreCoordinator(
            model: try ReferenceGraph.model(), storeTypes: GraphFixture.types(disk) { _ in }, keepsPeers: keepsPeers)
    }

    private func store(
        _ name: String, _ type: String = "scan", _ entities: [String]? = nil
    ) -> PersistentStoreDescription {
        let url = type.hasPrefix("volatile") ? nil : URL(fileURLWithPath: "/reference/\(name)")
        var description = PersistentStoreDescription(name: name, type: type, url: url)
        description.entities = entities
        return description
    }

    @discardableResult
    private func refusal(
        _ coordinator: PersistentStoreCoordinator, _ stores: [PersistentStoreDescription],
        _ partitions: [PartitionRule] = []
    ) -> CoordinatorError? {
        #expect(throws: CoordinatorError.self) { try coordinator.addStores(stores, partitions: partitions) }
    }

    private static let everything = ["Company", "Person", "Tag", "Selection", "Desk", "Order"]

    @Test("entities without a home are refused, all of them by name, before any store is opened")
    func homeless() throws {
        let coordinator = try coordinator()
        let error = refusal(coordinator, [store("people", "scan", ["Person", "Company", "Tag"])])
        #expect(error?.code == .noHome)
        #expect(error?.details[.entity] == "Desk, Order, Selection")
        #expect(!disk.has(URL(fileURLWithPath: "/reference/people")))
        #expect(coordinator.stores.isEmpty)
    }

    @Test("a listed entity brings its subentities unless they are listed elsewhere")
    func subentities() throws {
        let coordinator = try coordinator()
        try coordinator.addStores([
            store("all", "scan", RoutingTests.everything), store("managers", "scan", ["Manager"]),
        ])
        let model = coordinator.model
        let manager = try #require(model.entity(named: "Manager"))
        let person = try #require(model.entity(named: "Person"))
        #expect(coordinator.homes(of: manager).map(\.name) == ["managers"])
        #expect(coordinator.homes(of: person).map(\.name) == ["all", "managers"])
        let home = try coordinator.home(for: manager, storeName: nil) { _ in .missing }
        #expect(coordinator.store(home)?.name == "managers")
    }

    @Test("unknown types, entities, configurations, names and places are refused by name")
    func badDescriptions() throws {
        let coordinator = try coordinator()
        #expect(refusal(coordinator, [store("a", "sqllite")])?.code == .unknownStoreType)
        #expect(refusal(coordinator, [store("a", "scan", ["Persom"])])?.details[.entity] == "Persom")
        #expect(refusal(coordinator, [store("a"), store("a")])?.code == .duplicateName)
        var both = store("a", "scan", ["Person"])
        both.configuration = "People"
        #expect(refusal(coordinator, [both])?.code == .invalidDescription)
        var configured = store("a")
        configured.configuration = "Peple"
        #expect(refusal(coordinator, [configured])?.code == .unknownConfiguration)
        #expect(
            refusal(coordinator, [PersistentStoreDescription(name: "a", type: "scan")])?.code == .invalidDescription)
    }

    @Test("configurations route like lists of entities")
    func configurations() throws {
        let coordinator = try coordinator()
        var people = store("people")
        people.configuration = "People"
        var rest = store("rest", "volatile")
        rest.configuration = "Rest"
        try coordinator.addStores([people, rest])
        let selection = try #require(coordinator.model.entity(named: "Selection"))
        #expect(coordinator.homes(of: selection).map(\.name) == ["rest"])
    }

    @Test("several homes need a rule, a name, or a single writable store")
    func severalHomes() throws {
        let coordinator = try coordinator()
        let rest = RoutingTests.everything.filter { $0 != "Order" }
        try coordinator.addStores([
            store("rest", "scan", rest), store("eu", "scan", ["Order"]), store("us", "scan", ["Order"]),
        ])
        let order = try #require(coordinator.model.entity(named: "Order"))
        let person = try #require(coordinator.model.entity(named: "Person"))
        func home(_ entity: ModelEntity, _ name: String?) throws -> String? {
            coordinator.store(try coordinator.home(for: entity, storeName: name) { _ in .missing })?.name
        }
        #expect(try home(order, "us") == "us")
        let ambiguous = #expect(throws: CoordinatorError.self) { try home(order, nil) }
        #expect(ambiguous?.code == .ambiguousHome)
        #expect(ambiguous?.details[.found] == "eu, us")
        #expect(#expect(throws: CoordinatorError.self) { try home(person, "us") }?.code == .notServed)
        #expect(#expect(throws: CoordinatorError.self) { try home(person, "asia") }?.code == .unknownStore)
    }

    @Test("a partition rule chooses by the value, in the attribute's type, and refuses what it does not know")
    func partitions() throws {
        let coordinator = try coordinator()
        let rest = RoutingTests.everything.filter { $0 != "Order" }
        let stores = [
            store("rest", "scan", rest), store("eu", "scan", ["Order"]), store("us", "scan", ["Order"]),
        ]
        let bad: [PartitionRule] = [
            PartitionRule(entity: "Ordr", attribute: "region", homes: ["eu": "eu"]),
            PartitionRule(entity: "Order", attribute: "regions", homes: ["eu": "eu"]),
            PartitionRule(entity: "Order", attribute: "region", homes: ["eu": "asia"]),
            PartitionRule(entity: "Order", attribute: "region", homes: ["eu": "rest"]),
            PartitionRule(entity: "Order", attribute: "number", homes: ["one": "eu"]),
            PartitionRule(entity: "Order", attribute: "region", homes: ["eu": "eu", "eu": "us"]),
        ]
        for rule in bad { #expect(refusal(coordinator, stores, [rule])?.code == .invalidPartition, "\(rule)") }
        try coordinator.addStores(
            stores, partitions: [PartitionRule(entity: "Order", attribute: "number", homes: ["1": "eu", "2": "us"])])
        let order = try #require(coordinator.model.entity(named: "Order"))
        func home(_ number: Int64) throws -> String? {
            coordinator.store(try coordinator.home(for: order, storeName: nil) { _ in .integer(number) })?.name
        }
        #expect(try home(1) == "eu")
        #expect(try home(2) == "us")
        #expect(#expect(throws: CoordinatorError.self) { try home(3) }?.code == .noPartition)
        #expect(coordinator.partitionAttributes(of: order) == [PropertyKey("number")])
    }

    @Test("a read-only store takes no new object, and the error names entity and store")
    func readOnly() throws {
        let coordinator = try coordinator()
        try coordinator.addStore(store("all"))
        try coordinator.close()
        let again = try self.coordinator()
        var all = store("all")
        all.access = .readOnly
        try again.addStore(all)
        let tag = try #require(again.model.entity(named: "Tag"))
        let error = #expect(throws: CoordinatorError.self) {
            try again.home(for: tag, storeName: nil) { _ in .missing }
        }
        #expect(error?.code == .readOnly)
        #expect(error?.details[.entity] == "Tag")
        #expect(error?.details[.store] == "all")
    }

    @Test("a durable store that would have to refer into a volatile one is refused, naming the relationship")
    func volatileReference() throws {
        let coordinator = try coordinator()
        let rest = RoutingTests.everything.filter { $0 != "Company" }
        let error = refusal(coordinator, [store("rest", "scan", rest), store("companies", "volatile", ["Company"])])
        #expect(error?.code == .volatileReference)
        #expect(error?.details[.property] == "employer")
        #expect(error?.details[.found] == "companies")
    }

    @Test("a former home that no longer serves its entity, or that is missing, is refused")
    func formerHomes() throws {
        let first = try coordinator()
        let rest = RoutingTests.everything.filter { $0 != "Order" }
        try first.addStores([store("rest", "scan", rest), store("orders", "scan", ["Order"])])
        // A store that was never saved remembers nothing that counts.
        try first.setMetadata(["saved": "once"], inStore: "rest")
        try first.close()
        let moved = refusal(try coordinator(), [store("rest", "scan", rest + ["Order"]), store("orders", "scan", [])])
        #expect(moved?.code == .homeChanged)
        #expect(moved?.details[.entity] == "Order")
        #expect(moved?.details[.expected] == "orders")
        #expect(moved?.details[.found] == "rest")
        let missing = refusal(try coordinator(), [store("rest", "scan", rest + ["Order"])])
        #expect(missing?.code == .formerHomeMissing)
        // One more home takes nothing away.
        let more = try coordinator()
        try more.addStores([
            store("rest", "scan", rest), store("orders", "scan", ["Order"]), store("more", "scan", ["Order"]),
        ])
    }
}
