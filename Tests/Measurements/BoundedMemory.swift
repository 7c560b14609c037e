import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

/// Measures how much memory of its own the process takes while it fetches from readings that are spread over two stores,
/// with their sensors in a third: at most 64 MiB, however many readings there are.
///
/// Pages of a mapped file are the system's: it takes them back when it needs them, and they are not counted.
struct BoundedMemory {
    private let container: PersistentContainer
    private let count: Int
    private let types: [StoreType]
    private(set) var bounds = Bounds()

    /// Makes the stores in a folder: two for readings, one for sensors.
    init(_ folder: URL, count: Int, types: [StoreType]) throws {
        self.count = count
        self.types = types
        func store(_ name: String, _ type: StoreType, _ entity: String) -> PersistentStoreDescription {
            let url = type.name == StoreType.memory.name ? nil : folder.appendingPathComponent(name)
            var description = PersistentStoreDescription(name: name, type: type, url: url)
            description.entities = [entity]
            // SQLite sorts for groups in as much memory as it has for pages: with little, what grows with rows shows.
            if type.name == StoreType.sqlite.name { description.options.values["cacheSize"] = .size(8 << 20) }
            return description
        }
        let rule = PartitionRule(
            entity: "Reading", attribute: "place",
            homes: [.init(.string("in"), store: "indoors"), .init(.string("out"), store: "outdoors")])
        container = try PersistentContainer(
            model: [Reading.self, Sensor.self],
            stores: [
                store("indoors", types[0], "Reading"), store("outdoors", types[1], "Reading"),
                store("sensors", types[2], "Sensor"),
            ], partitions: [rule], storeTypes: [.sqlite, .lmdb, .memory])
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
    mutating func run() throws {
        print("readings in \(types[0].name) and \(types[1].name), sensors in \(types[2].name)")
        let all = FetchRequest(Reading.self)
        try measure("scan", all)
        try measure("filter", all.where(Reading.level > 500 && Reading.text.contains("9")))
        try measure("merge of two sorted stores", all.sorted(by: Reading.number))
        try measure("first 100 of an order without an index", all.sorted(by: Reading.level).limit(100))
        try measure("semi-join", all.where(Reading.sensor.name.contains("99")))
        try measure("semi-join, the other way", all.where(Reading.number < 50 && Reading.sensor.name.contains("9")))
        Heap.trim()
        let before = try Self.ownMemory()
        let request = DictionaryRequestDescription(
            all.description,
            columns: [
                NamedExpression("sum", .function("sum:", [.keyPath(["number"])])),
                NamedExpression("average", .function("average:", [.keyPath(["level"])])),
            ])
        let sums = try container.newConfinedContext().fetchDictionaries(request)
        try show("aggregates", sums.count, before, Self.ownMemory())
        try measureResults()
    }

    /// Prints what results cost that are kept until the end: so much for each, and nothing for the rows behind them.
    private mutating func measureResults() throws {
        let keys = min(10_000, count / 10)
        let key = try FetchExpression(format: "modulus:by:(number, \(keys))")
        let columns = [NamedExpression("key", key)]
        let sums = columns + [NamedExpression("sum", try FetchExpression(format: "sum(level)"))]
        try measure("distinct results", keys) { objects in
            DictionaryRequestDescription(objects, columns: columns, isDistinct: true)
        }
        try measure("groups", keys) { objects in
            DictionaryRequestDescription(objects, columns: sums, grouping: [key])
        }
        let sorted = FetchRequest(Reading.self).sorted(by: Reading.level)
        Heap.trim()
        let before = try Self.ownMemory()
        let found = try container.newConfinedContext().fetchIDs(sorted).count
        show("an order without an index", results: found, rows: found, try Self.ownMemory() - before)
    }

    /// Measures a quarter of the rows and all of them, which have the same results.
    private mutating func measure(
        _ label: String, _ keys: Int, _ request: (FetchRequestDescription) -> DictionaryRequestDescription
    ) throws {
        var taken: [Int] = []
        // The first time is for what is made once.
        for share in [4, 4, 1] {
            Heap.trim()
            let before = try Self.ownMemory()
            let objects = FetchRequest(Reading.self).where(Reading.number < count / share).description
            let results = try container.newConfinedContext().fetchDictionaries(request(objects))
            taken.append(try Self.ownMemory() - before)
            if results.count != keys { bounds.fail("\(label): \(results.count) results instead of \(keys)") }
            if taken.count > 1 { show(label, results: keys, rows: count / share, taken[taken.count - 1]) }
        }
        let growth = max(0, taken[2] - taken[1])
        bounds.hold("\(label) of four times as many rows", growth >> 10, atMost: max(4096, taken[1] >> 12), "KiB more")
    }

    private func show(_ label: String, results: Int, rows: Int, _ bytes: Int) {
        let name = label.padding(toLength: 44, withPad: " ", startingAt: 0)
        let each = bytes / max(1, results)
        print("\(name)\(results) results of \(rows) rows, \(bytes / 1024) KiB more, \(each) bytes each")
    }

    private mutating func measure(_ label: String, _ request: FetchRequest<Reading>) throws {
        Heap.trim()
        let before = try Self.ownMemory()
        var (peak, found) = (before, 0)
        let context = container.newConfinedContext()
        try context.forEachBatch(request) { readings in
            found += readings.count
            peak = max(peak, try Self.ownMemory())
            return true
        }
        show(label, found, before, peak)
    }

    private mutating func show(_ label: String, _ found: Int, _ before: Int, _ peak: Int) {
        bounds.hold("\(label) in \(types[0].name) and \(types[1].name)", (peak - before) >> 20, atMost: 64, "MiB")
        let name = label.padding(toLength: 44, withPad: " ", startingAt: 0)
        print("\(name)\(found) rows, \((peak - before) / 1024) KiB more, \(peak / 1024) KiB in all")
    }

    /// The bytes of memory that are the process's own, shared with no other process.
    static func ownMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        let digits = line.filter { $0.isASCII && $0.isNumber }
        return (Int(digits) ?? 0) * 1024
    }
}
