import Foundation
import Polystore
import PolystoreMemory
import Testing

@testable import PolystoreSQLite

/// Composites have their place in rows and tables; values of them cannot be used yet.
@Suite("Composite attributes")
struct CompositeTests {
    private static func model() throws -> ManagedObjectModel {
        var model = ModelDescription(name: "composites")
        var place = TestModel.attribute("place", .composite)
        place.compositeName = "Place"
        model.composites = [
            CompositeDescription(
                name: "Address",
                elements: [
                    TestModel.attribute("street", .string), place,
                    TestModel.attribute("plan", .binary),
                ]),
            CompositeDescription(
                name: "Place",
                elements: [TestModel.attribute("zip", .integer32), TestModel.attribute("rent", .decimal)]),
        ]
        func composite(_ name: String) -> AttributeDescription {
            TestModel.attribute(name, .composite) { $0.compositeName = "Address" }
        }
        model.entities = [
            TestModel.entity("Person", [TestModel.attribute("name", .string), composite("home")]),
            TestModel.entity("Clerk", parent: "Person", [composite("office")]),
        ]
        return try ManagedObjectModel(model)
    }

    @Test("are columns of their elements, each among those of its type")
    func columns() throws {
        let store = try TestStore(Self.model())
        #expect(
            try store.run("SELECT sql FROM sqlite_master WHERE name = 'ZPERSON'").first?.first
                == "CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
                + "ZHOME_PLACE_ZIP INTEGER, ZOFFICE_PLACE_ZIP INTEGER, ZHOME_PLACE_RENT DECIMAL, "
                + "ZOFFICE_PLACE_RENT DECIMAL, ZHOME_STREET VARCHAR, ZNAME VARCHAR, ZOFFICE_STREET VARCHAR, "
                + "ZHOME_PLAN BLOB, ZOFFICE_PLAN BLOB, ZX_SEAL INTEGER, ZX_HOME_PLACE_RENT BLOB, "
                + "ZX_OFFICE_PLACE_RENT BLOB, ZX_HOME_PLAN INTEGER, ZX_OFFICE_PLAN INTEGER)")
        let clerk = try #require(store.store.layouts.layout(for: store.entity("Clerk")))
        #expect(
            Set(clerk.slots.map(\.key.name)) == [
                "name", "home.street", "home.plan", "home.place.zip", "home.place.rent", "office.street", "office.plan",
                "office.place.zip", "office.place.rent",
            ])
    }

    @Test("keep in their rows what lies in the elements")
    func rows() throws {
        let store = try TestStore(Self.model())
        let values: [String: Value] = [
            "name": .string("Ada"), "home.street": .string("Main"), "home.place.zip": .integer(12),
            "office.place.rent": .decimal(Decimal(string: "0.1") ?? 0), "office.plan": .data(Data([1, 2])),
        ]
        try store.insert([store.row("Clerk", 1, values)])
        try store.reopen()
        let found = try #require(try store.fetch("Clerk", 1))
        for slot in found.layout.slots { #expect(found.view.value(slot) == values[slot.key.name] ?? .missing) }
        var findings: [StoreCheck.Finding] = []
        _ = try store.snapshot().check { findings.append($0) }
        #expect(findings.isEmpty)
    }

    @Test(
        "leave their objects usable, and are refused as values with an error of their own",
        arguments: ["sqlite", "memory"])
    func contexts(_ type: String) throws {
        let folder = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        let description = PersistentStoreDescription(
            name: "all", type: type, url: type == "sqlite" ? folder.appending(path: "all.sqlite") : nil)
        let container = try PersistentContainer(
            model: Self.model(), stores: [description], partitions: [], storeTypes: [.sqlite, .memory])
        let context = container.newConfinedContext()
        let clerk = try context.insert(entity: "Clerk") { try $0.setValue(.string("Ada"), forKey: "name") }
        let refusal = #expect(throws: ValueError.self) { try clerk.setValue(.string("x"), forKey: "home") }
        #expect(refusal?.code == .unavailable)
        #expect(refusal?.details[.property] == "home")
        #expect(try clerk.value(forKey: "home") == .missing)
        try context.save()
        let other = container.newConfinedContext()
        let found = try #require(
            try other.fetch(
                FetchRequest<ManagedObject>(entity: "Person").where(FetchPredicate(format: "name == 'Ada'"))
            ).first)
        #expect(try found.value(forKey: "home") == .missing)
        #expect(found.committedValues()["name"] == .string("Ada"))
        try found.setValue(.string("Bob"), forKey: "name")
        try other.save()
        #expect(throws: (any Error).self) {
            try other.fetch(FetchRequest<ManagedObject>(entity: "Person").where(FetchPredicate(format: "home == 'x'")))
        }
        other.delete(found)
        try other.save()
        var findings: [StoreCheck.Finding] = []
        let summaries = try container.coordinator.check { findings.append($1) }
        #expect(summaries["all"]?.rows == 0)
        #expect(findings.isEmpty)
        try container.close()
    }
}
