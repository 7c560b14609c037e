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

    /// Steps to the rows of persons, one after another.
    private func persons(_ store: TestStore, _ body: (Statement, RowReader) throws -> Void) throws {
        let snapshot = try store.snapshot()
        let reader = try #require(snapshot.context.reader(try store.entity("Person").rootNumber))
        var failure: (any Error)?
        try snapshot.use { (connection) throws(StoreError) in
            for key in Int64(1)...3 {
                let statement = try connection.statement(reader.byKey)
                defer { connection.finish(statement) }
                statement.bind(key, 1)
                guard try statement.step() else { throw StoreError(.damaged, [.reason: "there is no row \(key)"]) }
                do { try body(statement, reader) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    @Test("what is missing stays missing, and zero, nothing and false stay values")
    func missingAndZero() throws {
        let store = try filled()
        let empty = try #require(try store.fetch("Person", 2))
        for slot in empty.layout.slots { #expect(empty.view.isMissing(slot), "\(slot.key)") }
        let zero = try #require(try store.fetch("Person", 3))
        for (name, value) in Self.zeros { #expect(zero.view.value(for: PropertyKey(name)) == value, "\(name)") }
    }

    @Test("the library keeps the values of a row in equal distances, as reading them by distance supposes")
    func distances() throws {
        try persons(try filled()) { statement, reader in
            let values = try #require(RowValues(statement, last: reader.lastColumn))
            for column in 0...reader.lastColumn {
                #expect(values.value(column).handle == statement.value(column).handle)
            }
        }
    }

    @Test("a row whose values are asked for one by one is the row whose values are found by their distance")
    func oneByOne() throws {
        try persons(try filled()) { (statement, reader) throws in
            let builders = [RowBatchBuilder(layouts: reader.layouts), RowBatchBuilder(layouts: reader.layouts)]
            #expect(try reader.read(statement, into: builders[0]))
            #expect(try reader.readOneByOne(statement, into: builders[1]))
            let rows = builders.map { builder in
                builder.takeBatches().flatMap { batch in batch.map { row in Array(row.bytes) } }
            }
            #expect(rows[0].count == 1)
            #expect(rows[0] == rows[1])
        }
    }
}
