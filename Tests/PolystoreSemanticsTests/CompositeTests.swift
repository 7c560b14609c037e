import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import Testing

@Suite("Composite attributes")
struct CompositeTests {
    private func model(_ options: AttributeOption<AnyAttributeValue>...) throws -> ManagedObjectModel {
        let place = CompositeDescription("Place", .attribute("city", .string), .attribute("height", .double, .optional))
        let address = CompositeDescription(
            "Address", .attribute("street", .string, .optional), .composite("place", "Place"))
        let home = options.isEmpty ? EntityPart.composite("home", "Address") : .composite("home", "Address", .optional)
        let person = EntityDescription(
            "Person", .attribute("name", .string), .attribute("street", .string, .optional), home)
        return try ManagedObjectModel(ModelDescription("Staff", [person], composites: [place, address]))
    }

    @Test("rows have a slot for each value of a composite, named by the path to it, and none for the composite")
    func slots() throws {
        let entity = try #require(try model().entity(named: "Person"))
        let layout = RowLayoutDescriptor(
            entity, number: 1, entityNumber: 1, isKept: { _ in true }, mayLeaveStore: { _ in false })
        #expect(
            layout.levels.map { $0.map(\.name) } == [
                ["home.place.city", "home.place.height", "home.street", "name", "street"]
            ])
        #expect(layout.levels.first?.map(\.kind) == [.string, .double, .string, .string, .string])
    }

    @Test("setting a composite is refused with a typed error, and it reads as missing", arguments: [true, false])
    func refused(_ isSaved: Bool) throws {
        let container = try PersistentContainer.inMemory(model: try model(.optional))
        let context = container.newConfinedContext()
        let ada = try context.insert(entity: "Person")
        try ada.setValue(.string("Ada"), forKey: "name")
        if isSaved { try context.save() }
        let error = #expect(throws: ValueError.self) { try ada.setValue(.string("nonsense"), forKey: "home") }
        #expect(error?.code == .unavailable && error?.details[.property] == "home")
        #expect(try ada.value(forKey: "home") == .missing)
        try context.save()
    }

    @Test("a required composite is missing at save")
    func required() throws {
        let container = try PersistentContainer.inMemory(model: try model())
        let context = container.newConfinedContext()
        try context.insert(entity: "Person").setValue(.string("Ada"), forKey: "name")
        let error = #expect(throws: SaveError.self) { try context.save() }
        #expect(error?.validationFailures.map(\.property) == ["home"])
        #expect(error?.validationFailures.map(\.code) == [.missing])
    }

    @Test(
        "stores of every type keep the other values of an entity with a composite",
        arguments: ["memory", "sqlite", "lmdb"])
    func stored(_ type: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // a folder that stays does not fail the test
        let url = type == "memory" ? nil : folder.appendingPathComponent("staff.\(type)")
        let container = try PersistentContainer(
            model: try model(.optional), stores: [PersistentStoreDescription(name: "all", type: type, url: url)],
            storeTypes: [.memory, .sqlite, .lmdb])
        let context = container.newConfinedContext()
        let ada = try context.insert(entity: "Person")
        try ada.setValue(.string("Ada"), forKey: "name")
        try ada.setValue(.string("High Street"), forKey: "street")
        try context.save()
        let other = container.newConfinedContext()
        let copy = try other.existingObject(with: ada.objectID)
        #expect(try copy.value(forKey: "street") == .string("High Street"))
        #expect(try copy.value(forKey: "home") == .missing)
        #expect(copy.committedValues()["home.place.city"] == .missing)
        try container.close()
    }
}
