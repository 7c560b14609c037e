import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Reading rows of SQLite")
struct RowReadingTests {
    /// Values that read as zero or as no bytes, although they are there.
    private static let zeros: [String: Value] = [
        "name": .string(""), "age": .integer(0), "height": .integer(0), "steps": .integer(0),
        "salary": .decimal(0), "score": .double(-0.0), "ratio": .double(0), "isActive": .boolean(false),
        "born": .date(Date(timeIntervalSinceReferenceDate: 0)), "photo": .data(Data()), "film": .data(Data()),
        "mark": .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))), "style": .data(Data()),
    ]

    private func filled() throws -> TestStore {
        let store = try TestStore()
        let full = try store.row("Person", 1, SavingTests.values)
        try store.set(full, "employer", .object(store.id("Company", 1)))
        try store.insert([
            try store.row("Company", 1, ["name": .string("Acme")]), full, try store.row("Person", 2),
            try store.row("Person", 3, Self.zeros),
        ])
        return store
    }

    @Test("what is missing stays missing, and zero, nothing and false stay values")
    func missingAndZero() throws {
        let store = try filled()
        let empty = try #require(try store.fetch("Person", 2))
        for slot in empty.layout.slots { #expect(empty.view.isMissing(slot), "\(slot.key)") }
        let zero = try #require(try store.fetch("Person", 3))
        for (name, value) in Self.zeros { #expect(zero.view.value(for: PropertyKey(name)) == value, "\(name)") }
    }
}
