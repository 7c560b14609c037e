import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite

/// Measures how much memory of its own the process takes while it fetches from readings that are spread over a SQLite and
/// an LMDB store, with their sensors in another SQLite store.
///
/// Pages of a mapped file are the system's: it takes them back when it needs them, and they are not counted.
struct BoundedMemory {
    private let container: PersistentContainer
    private let count: Int

    /// Makes the stores in a folder.
    init(_ folder: URL, count: Int) throws {
        self.count = count
        func store(_ name: String, _ type: StoreType, _ entity: String) -> PersistentStoreDescription {
            var description = PersistentStoreDescription(
                name: name, type: type, url: folder.appendingPathComponent(name))
            description.entities = [entity]
            return description
        }
        let rule = PartitionRule(
            entity: "Reading", attribute: "place",
            homes: [.init(.string("in"), store: "indoors"), .init(.string("out"), store: "outdoors")])
        container = try PersistentContainer(
            model: [Reading.self, Sensor.self],
            stores: [
                store("indoors", .sqlite, "Reading"), store("outdoors", .lmdb, "Reading"),
                store("sensors", .sqlite, "Sensor"),
            ], partitions: [rule], storeTypes: [.sqlite, .lmdb])
        try fill()
    }

    private func fill() throws {
        let first = container.newConfinedContext()
        let sensors = try (0..<1000).map { number in
            try first.insert(Sensor.self) { $0.name = "sensor \(number)" }.objectID
        }
        try first.save()
        var number = 0
        while number < count {
            let context = container.newConfinedContext()
            for _ in 0..<min(20_000, count - number) {
                let sensor = try context.existingObject(with: sensors[number % 1000], as: Sensor.self)
                try context.insert(Reading.self) { reading in
                    reading.place = number.isMultiple(of: 2) ? "in" : "out"
                    (reading.number, reading.level) = (number * 7919 % count, Double(number % 997))
                    (reading.text, reading.sensor) = ("reading number \(number)", sensor)
                }
                number += 1
            }
            try context.save()
        }
    }

    /// Prints what each kind of fetch takes.
    func run() throws {
        let all = FetchRequest(Reading.self)
        try measure("scan", all)
        try measure("filter", all.where(Reading.level > 500 && Reading.text.contains("9")))
        try measure("merge of two sorted stores", all.sorted(by: Reading.number))
        try measure("first 100 of an order without an index", all.sorted(by: Reading.level).limit(100))
        try measure("semi-join", all.where(Reading.sensor.name.contains("99")))
        try measure("semi-join, the other way", all.where(Reading.number < 50 && Reading.sensor.name.contains("9")))
        let before = try Self.ownMemory()
        let request = DictionaryRequestDescription(
            all.description,
            columns: [
                NamedExpression("sum", .function("sum:", [.keyPath(["number"])])),
                NamedExpression("average", .function("average:", [.keyPath(["level"])])),
            ])
        let sums = try container.newConfinedContext().fetchDictionaries(request)
        try Self.show("aggregates", sums.count, before, Self.ownMemory())
    }

    private func measure(_ label: String, _ request: FetchRequest<Reading>) throws {
        let before = try Self.ownMemory()
        var (peak, found) = (before, 0)
        let context = container.newConfinedContext()
        try context.forEachBatch(request) { readings in
            found += readings.count
            peak = max(peak, try Self.ownMemory())
            return true
        }
        Self.show(label, found, before, peak)
    }

    private static func show(_ label: String, _ found: Int, _ before: Int, _ peak: Int) {
        let name = label.padding(toLength: 44, withPad: " ", startingAt: 0)
        print("\(name)\(found) rows, \((peak - before) / 1024) KiB more, \(peak / 1024) KiB in all")
    }

    /// The bytes of memory that are the process's own and nobody else's.
    private static func ownMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        let digits = line.filter { $0.isASCII && $0.isNumber }
        return (Int(digits) ?? 0) * 1024
    }
}
