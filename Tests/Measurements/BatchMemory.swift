import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite

/// Measures how much memory of its own the process takes while batch requests insert, change and delete rows of one store: over
/// SQLite at most 64 MiB, however many rows there are.
///
/// LMDB holds the pages that a transaction changes until it is committed: that is shown, and not held to anything.
struct BatchMemory {
    private let container: PersistentContainer
    private let type: StoreType
    private let count: Int
    private(set) var bounds = Bounds()

    init(_ folder: URL, count: Int, type: StoreType) throws {
        (self.type, self.count) = (type, count)
        var store = PersistentStoreDescription(
            name: "batches-\(type.name)", type: type, url: folder.appendingPathComponent("batches-\(type.name)"))
        // With little for the engine's own pages, what grows with rows shows.
        if type.name == StoreType.sqlite.name { store.options.values["cacheSize"] = .size(8 << 20) }
        container = try PersistentContainer(
            model: [Reading.self, Sensor.self], stores: [store], storeTypes: [.sqlite, .lmdb])
    }

    /// Prints what each kind of request takes.
    mutating func run() throws {
        let sensor = try container.execute(
            BatchInsertRequest(Sensor.self, dictionaries: [["name": .string("sensor")]]).returningObjectIDs()
        ).inserted.first
        let container = container
        let count = count
        var number = 0
        try measure("insert") {
            try container.execute(
                BatchInsertRequest(Reading.self) {
                    guard number < count else { return nil }
                    var row = BatchRow()
                    row.set(Reading.place, to: "in")
                    row.set(Reading.number, to: number)
                    row.set(Reading.level, to: Double(number % 997))
                    row.set(Reading.text, to: "reading number \(number)")
                    row.set(Reading.sensor, to: sensor)
                    number += 1
                    return row
                }
            ).count
        }
        try measure("update") {
            try container.execute(BatchUpdateRequest(Reading.self).setting(Reading.level, to: Reading.level + 1)).count
        }
        try measure("delete") { try container.execute(BatchDeleteRequest(Reading.self)).count }
        try container.close()
    }

    private mutating func measure(_ label: String, _ body: () throws -> Int) throws {
        Heap.trim()
        let before = try BoundedMemory.ownMemory()
        let sampler = MemorySampler()
        sampler.start()
        let found: Int
        do {
            found = try body()
        } catch {
            _ = sampler.stop()
            throw error
        }
        let taken = sampler.stop() - before
        if found != count { bounds.fail("\(label): \(found) rows instead of \(count)") }
        let what = "\(label) of \(found) rows in \(type.name) by one request"
        if type.name == StoreType.sqlite.name { bounds.hold(what, taken >> 20, atMost: 64, "MiB") }
        print("\(what.padding(toLength: 56, withPad: " ", startingAt: 0)) \(taken / 1024) KiB more")
    }
}
