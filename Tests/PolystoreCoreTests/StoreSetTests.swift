import PolystoreRandom
import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Stores that come and go")
struct StoreSetTests {
    @Test("stores are opened all or none, and what was made on the way goes again")
    func allOrNone() throws {
        let disk = ReferenceDisk()
        let model = try ReferenceGraph.model()
        let coordinator = PersistentStoreCoordinator(model: model, storeTypes: GraphFixture.types(disk) { _ in })
        var missing = PersistentStoreDescription(name: "b", type: "scan", url: URL(fileURLWithPath: "/reference/b"))
        missing.creates = false
        missing.entities = ["Order"]
        var first = PersistentStoreDescription(name: "a", type: "scan", url: URL(fileURLWithPath: "/reference/a"))
        first.entities = ["Company", "Person", "Tag", "Selection", "Desk"]
        let error = #expect(throws: CoordinatorError.self) { try coordinator.addStores([first, missing]) }
        #expect(error?.code == .store)
        #expect((error?.cause as? StoreError)?.code == .missing)
        #expect(error?.details[.store] == "b")
        #expect(error?.details[.path] == "/reference/b")
        #expect(coordinator.stores.isEmpty)
        #expect(!disk.has(URL(fileURLWithPath: "/reference/a")))
    }

    @Test("values of a partition whose store leaves do not go to another home, nor to the one of other values")
    func partitionAway() throws {
        func store(_ name: String, _ entities: [String]) -> PersistentStoreDescription {
            var description = PersistentStoreDescription(
                name: name, type: "scan", url: URL(filePath: "/reference/\(name)"))
            description.entities = entities
            return description
        }
        for (otherwise, gone, region) in [
            ("eu", "us", "us"), ("us", "us", "asia"), ("us", "us", "us"), ("eu", "eu", "asia"),
        ] {
            let coordinator = PersistentStoreCoordinator(
                model: try ReferenceGraph.model(), storeTypes: GraphFixture.types(ReferenceDisk()) { _ in })
            let order = try #require(coordinator.model.entity(named: "Order"))
            let attribute = try #require(order.attributes.first { $0.type == .string })
            try coordinator.addStores(
                [
                    store("all", ["Company", "Person", "Selection", "Desk", "Tag"]), store("eu", ["Order"]),
                    store("us", ["Order"]), store("asia", ["Order"]),
                ],
                partitions: [
                    PartitionRule(
                        entity: "Order", attribute: attribute.name, homes: ["eu": "eu", "us": "us"],
                        otherwise: .store(otherwise))
                ])
            try coordinator.removeStore(named: gone)
            let error = #expect(throws: CoordinatorError.self) {
                try coordinator.home(for: order, storeName: nil) { _ in .string(region) }
            }
            #expect(error?.code == .unknownStore, "\(otherwise), \(gone), \(region)")
            #expect(error?.details[.store] == gone)
            #expect(error?.details[.entity] == "Order")
            try coordinator.close()
        }
    }

    @Test("another store can come while one is away, and rules that name that one hold again when it is back")
    func othersWhileAway() throws {
        func store(_ name: String, _ entities: [String]) -> PersistentStoreDescription {
            var description = PersistentStoreDescription(
                name: name, type: "scan", url: URL(filePath: "/reference/\(name)"))
            description.entities = entities
            return description
        }
        let coordinator = PersistentStoreCoordinator(
            model: try ReferenceGraph.model(), storeTypes: GraphFixture.types(ReferenceDisk()) { _ in })
        let orders = [store("eu", ["Order"]), store("us", ["Order"])]
        let attribute = try #require(coordinator.model.entity(named: "Order")?.attributes.first { $0.type == .string })
        let rule = PartitionRule(entity: "Order", attribute: attribute.name, homes: ["eu": "eu", "us": "us"])
        try coordinator.addStores(
            [store("all", ["Company", "Person", "Selection", "Desk"]), store("tags", ["Tag"])] + orders,
            partitions: [rule])
        try coordinator.removeStore(named: "us")
        try coordinator.removeStore(named: "tags")
        try coordinator.addStore(store("more", ["Selection"]))
        #expect(coordinator.stores.map(\.name) == ["all", "eu", "more"])
        func home(_ region: String) throws -> String {
            let order = try #require(coordinator.model.entity(named: "Order"))
            let number = try coordinator.home(for: order, storeName: nil) { _ in .string(region) }
            return try #require(coordinator.store(number)).name
        }
        #expect(try home("eu") == "eu")
        // Not the only home that is left: the object would not be found where the rule says.
        let away = #expect(throws: CoordinatorError.self) { try home("us") }
        #expect(away?.code == .unknownStore)
        #expect(away?.details[.store] == "us")
        #expect(#expect(throws: CoordinatorError.self) { try home("asia") }?.code == .noPartition)
        try coordinator.addStores([orders[1], store("tags", ["Tag"])])
        #expect(try home("us") == "us")
        try coordinator.close()
    }

    @Test("a store is open once in a process, unless it is opened as a copy")
    func once() throws {
        let disk = ReferenceDisk()
        func coordinator() throws -> PersistentStoreCoordinator {
            PersistentStoreCoordinator(
                model: try ReferenceGraph.model(), storeTypes: GraphFixture.types(disk) { _ in })
        }
        let description = PersistentStoreDescription(
            name: "a", type: "scan", url: URL(fileURLWithPath: "/reference/a"))
        let first = try coordinator()
        try first.addStore(description)
        let error = #expect(throws: CoordinatorError.self) { try coordinator().addStore(description) }
        #expect((error?.cause as? StoreError)?.code == .duplicateIdentifier)
        var copy = description
        copy.opensAsCopy = true
        let second = try coordinator()
        try second.addStore(copy)
        #expect(second.stores[0].identifier != first.stores[0].identifier)
        try first.close()
        try second.close()
        try coordinator().addStore(description)
    }

    @Test("IDs and URIs lead to each other while the store is open, and parsing interns nothing")
    func uris() throws {
        let fixture = try GraphFixture(.split)
        try fixture.save([GraphFixture.Item(entity: "Manager", key: 7, choice: 0)])
        let id = try #require(fixture.id("Person", 7))
        let uri = try #require(fixture.coordinator.uri(for: id))
        #expect(fixture.coordinator.objectID(for: uri) == id)
        let byEntity = ObjectURI(store: uri.store, entity: "Manager", key: 7)
        #expect(fixture.coordinator.objectID(for: byEntity) == id)
        #expect(fixture.coordinator.objectID(for: ObjectURI(store: UUID(), entity: "Person", key: 7)) == nil)
        let pending = ObjectID(store: id.store, root: id.root, key: -1)
        #expect(fixture.coordinator.uri(for: pending) == nil)
    }

    @Test("a store that is removed takes its objects along: what asks for them is an error that names the store")
    func removal() throws {
        let fixture = try GraphFixture(.split)
        var random = RandomSource()
        let drawing = GraphFixture.draw(&random)
        try fixture.save(drawing.items, tags: drawing.tags)
        let company = try #require(fixture.id("Company", 1))
        try fixture.coordinator.removeStore(named: "companies")
        #expect(fixture.coordinator.store(company.store) == nil)
        func isAbsent(_ error: any Error) -> Bool {
            guard let error = error as? FetchError, error.code == .storeNotOpen else { return false }
            return error.details[.entity] == "Company" && error.details[.store] == "companies"
        }
        #expect { try fixture.keys(FetchRequestDescription(entityName: "Company")) } throws: { isAbsent($0) }
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = .comparison(.init(.keyPath(["employer", "name"]), .equal, .constant(.missing)))
        #expect(try !fixture.keys(FetchRequestDescription(entityName: "Person")).isEmpty)
        #expect { try fixture.keys(request) } throws: { isAbsent($0) }
        let error = #expect(throws: CoordinatorError.self) { try fixture.coordinator.removeStore(named: "companies") }
        #expect(error?.code == .unknownStore)
    }

    @Test("a store that comes later is refused when references would begin to lead into it, unless peers are kept")
    func addition() throws {
        for keepsPeers in [false, true] {
            let disk = ReferenceDisk()
            let coordinator = PersistentStoreCoordinator(
                model: try ReferenceGraph.model(), storeTypes: GraphFixture.types(disk) { _ in },
                keepsPeers: keepsPeers)
            try coordinator.addStore(
                PersistentStoreDescription(name: "a", type: "scan", url: URL(fileURLWithPath: "/reference/a")))
            // One more home for orders leads nowhere.
            var orders = PersistentStoreDescription(
                name: "b", type: "scan", url: URL(fileURLWithPath: "/reference/b"))
            orders.entities = ["Order"]
            try coordinator.addStore(orders)
            var people = PersistentStoreDescription(
                name: "c", type: "scan", url: URL(fileURLWithPath: "/reference/c"))
            people.entities = ["Person"]
            if keepsPeers {
                try coordinator.addStore(people)
                #expect(coordinator.stores.map(\.name) == ["a", "b", "c"])
            } else {
                let error = #expect(throws: CoordinatorError.self) { try coordinator.addStore(people) }
                #expect(error?.code == .placementChanged)
                #expect(error?.details[.store] == "a")
                #expect(coordinator.stores.map(\.name) == ["a", "b"])
            }
            var managers = PersistentStoreDescription(
                name: "d", type: "scan", url: URL(fileURLWithPath: "/reference/d"))
            managers.entities = ["Manager"]
            let error = #expect(throws: CoordinatorError.self) { try coordinator.addStore(managers) }
            #expect(error?.code == .homeChanged)
            #expect(error?.details[.entity] == "Manager")
        }
    }

    @Test("metadata is set, read while the store is open and when it is not, and goes with the store")
    func metadata() throws {
        let fixture = try GraphFixture(.split)
        try fixture.coordinator.setMetadata(["origin": "test", "gone": nil], inStore: "people")
        let people = try #require(fixture.coordinator.store(named: "people"))
        #expect(try people.metadata.user == ["origin": "test"])
        #expect(try people.metadata.watermark == 1)
        let refused = #expect(throws: CoordinatorError.self) {
            try fixture.coordinator.destroyStore(people.description)
        }
        #expect((refused?.cause as? StoreError)?.code == .alreadyOpen)
        let copy = URL(fileURLWithPath: "/reference/copy")
        var target = people.description
        target.url = copy
        try fixture.coordinator.copyStore(people.description, to: target)
        try fixture.coordinator.close()
        #expect(try fixture.coordinator.metadata(of: people.description).user == ["origin": "test"])
        try fixture.coordinator.destroyStore(people.description)
        let missing = #expect(throws: CoordinatorError.self) {
            try fixture.coordinator.metadata(of: people.description)
        }
        #expect((missing?.cause as? StoreError)?.code == .missing)
        #expect(fixture.disk.has(copy))
    }

    @Test("keys of new objects are unique, and unused ones go back when the store closes")
    func keys() throws {
        let fixture = try GraphFixture(.one)
        let person = try fixture.entity("Person")
        let manager = try fixture.entity("Manager")
        let store = fixture.coordinator.stores[0].number
        let first = try fixture.coordinator.newKey(for: person, in: store)
        let second = try fixture.coordinator.newKey(for: manager, in: store)
        #expect((first, second) == (1, 2))
        let reference = try fixture.reference("all")
        try fixture.coordinator.close()
        #expect(reference.mark(person.rootNumber) == 2)
    }
}
