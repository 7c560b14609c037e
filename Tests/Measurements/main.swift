import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

// Prints what the bones of the framework cost on this machine: `make measure`. Figures are for comparison with each
// other in one run, not with another machine's.
let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 100_000

if CommandLine.arguments.contains("parser") {
    exit(ParserMeasurement.run().report())
}

func measure(_ store: PersistentStoreDescription) throws {
    let container = try PersistentContainer(
        model: [Sample.self, SampleGroup.self], stores: [store], storeTypes: [.memory, .sqlite])
    let context = container.newConfinedContext()
    let groups = try (0..<1000).map { index in try context.insert(SampleGroup.self) { $0.title = "Group-\(index)" } }
    var samples: [Sample] = []
    Stopwatch.measure("\(store.type): insert and set 8 properties", operations: count, rounds: 1) {
        for index in 0..<count {
            let sample = Sample(context: context)
            sample.name = "Person-00\(index)-abcdef"
            sample.email = "p\(index)@example.com"
            sample.age = index % 10_000
            sample.score = Double(index)
            sample.created = Date(timeIntervalSinceReferenceDate: Double(index))
            sample.active = index % 2 == 0
            sample.avatarHash = UUID()
            sample.group = groups[index % 1000]
            samples.append(sample)
        }
    }
    try Stopwatch.measure("\(store.type): save", operations: count, rounds: 1) { try context.save() }
    Stopwatch.measure("\(store.type): age += 1, all resident", operations: count, rounds: 1) {
        for sample in samples { sample.age += 1 }
    }
    try Stopwatch.measure("\(store.type): save of one changed property", operations: count, rounds: 1) {
        try context.save()
    }
    try measureReading(container, store.type)
}

func measureReading(_ container: PersistentContainer, _ type: String) throws {
    let request = FetchRequest(Sample.self)
    try Stopwatch.measure("\(type): fetch all, make and register objects", operations: count) {
        let context = container.newConfinedContext()
        _ = try context.fetch(request)
    }
    let context = container.newConfinedContext()
    var samples = try context.fetch(request)
    try Stopwatch.measure("\(type): fetch all, objects registered already", operations: count) {
        _ = try context.fetch(request)
    }
    var sum = 0
    Stopwatch.measure("\(type): read an integer", operations: count * 10) {
        for _ in 0..<10 { for sample in samples { sum &+= sample.age } }
    }
    Stopwatch.measure("\(type): read a text of 20 bytes", operations: count) {
        for sample in samples { sum &+= sample.name.utf8.count }
    }
    Stopwatch.measure("\(type): pruning, every object held", operations: count) { context.prune() }
    samples = []
    Stopwatch.measure("\(type): pruning and freeing, no object held", operations: count, rounds: 1) { context.prune() }
    let ids = try context.fetchIDs(request)
    let fresh = container.newConfinedContext()
    try Stopwatch.measure("\(type): look up by ID, fresh context", operations: min(count, 10_000), rounds: 1) {
        for id in ids.prefix(10_000) { sum &+= try fresh.existingObject(with: id, as: Sample.self).age }
    }
    try Stopwatch.measure("\(type): count by an indexed range", operations: 100) {
        for low in 0..<100 {
            sum &+= try context.count(request.where(Sample.age >= low * 10 && Sample.age < low * 10 + 100))
        }
    }
    try Stopwatch.measure("\(type): fetch by an indexed range (about 1 %)", operations: 100) {
        for low in 0..<100 {
            let found = try container.newConfinedContext().fetch(
                request.where(Sample.age >= low * 10 && Sample.age < low * 10 + 100))
            sum &+= found.count
        }
    }
    precondition(sum != 0, "the work is done")
}

var status: Int32 = 0
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-measure-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
if CommandLine.arguments.contains("memory") {
    print("memory of the process's own, \(count) objects")
    for types: [StoreType] in [[.sqlite, .lmdb, .sqlite], [.memory, .memory, .memory]] {
        var memory = try BoundedMemory(folder, count: count, types: types)
        try memory.run()
        status = max(status, memory.bounds.report())
    }
    for type: StoreType in [.sqlite, .lmdb] {
        var memory = try BatchMemory(folder, count: count, type: type)
        try memory.run()
        status = max(status, memory.bounds.report())
    }
} else {
    print("nanoseconds for each operation, \(count) objects")
    try measure(PersistentStoreDescription(name: "memory", type: .memory))
    try measure(
        PersistentStoreDescription(name: "file", type: .sqlite, url: folder.appendingPathComponent("samples.sqlite")))
}
try FileManager.default.removeItem(at: folder)
exit(status)
