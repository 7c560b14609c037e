import CPolystoreLMDB
import Foundation
import Polystore
import PolystoreLMDB
import TestFolders
import Testing

/// `POLYSTORE_GROWTH_SAVES` sets the number of small saves, which then wait for the disk, and prints what they came to.
@Suite("How long the files of LMDB stores become")
struct GrowthTests {
    private static let ownSaves = ProcessInfo.processInfo.environment["POLYSTORE_GROWTH_SAVES"].flatMap(Int.init)
    /// How many small saves there are beside a generation; `POLYSTORE_GENERATION_SAVES` sets it.
    private static let savesBeside =
        ProcessInfo.processInfo.environment["POLYSTORE_GENERATION_SAVES"].flatMap(Int.init) ?? 3000

    private let folder: TemporaryFolder
    private var graph: Graph { Graph(folder) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    private var length: Int {
        get throws { try #require(SystemFile.size(graph.file.path)) }
    }

    /// A container that by default does not wait for the page of the last state, which changes no length.
    private func open(_ durability: Durability = .losesLastSavesOnPowerCut) throws -> PersistentContainer {
        try graph.open { $0.durability = durability }
    }

    private func insert(_ numbers: Range<Int>, _ container: PersistentContainer) throws {
        let context = container.newConfinedContext()
        for number in numbers {
            try context.insert(Person.self) { ($0.name, $0.age) = ("Person \(number)", number) }
            try context.save()
        }
    }

    /// The length of the file into which the library alone puts, one transaction each, what a store keeps of each object.
    private func bareLength() throws -> Int {
        let tables = try BareLibrary.dump(graph.file.path)
        let records = try #require(tables["records"])
        // The key of the object ends an entry.
        let indexes = Dictionary(grouping: try #require(tables["indexes"])) { Array($0.key.suffix(8)) }
        let path = folder.path("bare.lmdb")
        try BareLibrary.open(path, MDB_NOSYNC) { environment in
            for record in records {
                try BareLibrary.transaction(environment) { transaction in
                    try BareLibrary.put([record], "records", transaction)
                    let entries = try #require(indexes[Array(record.key.suffix(8))])
                    try BareLibrary.put(entries, "indexes", transaction)
                }
            }
        }
        return try #require(SystemFile.size(path))
    }

    @Test("5,000 saves of one object each take at most 1.5 times what the library alone takes for the same entries")
    func small() throws {
        let container = try open(Self.ownSaves == nil ? .losesLastSavesOnPowerCut : .full)
        try insert(0..<(Self.ownSaves ?? 5000), container)
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
        let (length, bare) = (try length, try bareLength())
        if let saves = Self.ownSaves {
            print("\(saves) saves: \(length) bytes, the library alone \(bare): \(Double(length) / Double(bare))")
        }
        #expect(length * 2 <= bare * 3, "\(length) bytes, the library alone \(bare)")
    }

    @Test("a context that fetches between saves, and keeps to no generation, keeps no pages from being used again")
    func readersBetween() throws {
        let container = try open()
        let reader = container.newConfinedContext()
        for start in stride(from: 0, to: 2000, by: 20) {
            try insert(start..<start + 20, container)
            #expect(try reader.count(FetchRequest(Person.self)) == start + 20)
        }
        try container.close()
        let (length, bare) = (try length, try bareLength())
        #expect(length * 2 <= bare * 3, "\(length) bytes, the library alone \(bare)")
    }

    @Test("beside an older generation the file grows up to the limit, then that ends and pages are used again")
    func generation() throws {
        let container = try open()
        let limit = 4 << 20
        container.coordinator.queryGenerationLimit.bytes = limit
        try insert(0..<100, container)
        let context = container.newConfinedContext()
        let people = try context.fetch(FetchRequest(Person.self))
        let reader = container.newConfinedContext()
        try reader.setQueryGeneration(.current)
        #expect(try reader.count(FetchRequest(Person.self)) == 100)
        let token = try #require(reader.queryGeneration)
        let before = try length
        var beside: Int?
        for number in 0..<Self.savesBeside {
            people[number % people.count].age += 1
            try context.save()
            if beside == nil, token.end != nil { beside = try length }
        }
        // The file is made longer in steps; what was freed is used again, so as many saves more change nothing.
        let longest = before + limit + limit / 4
        #expect(try length <= longest)
        #expect(try #require(beside) > limit && token.end == .bytes)
        for number in 0..<Self.savesBeside {
            people[number % people.count].age += 1
            try context.save()
        }
        #expect(try length <= longest, "\(before), \(beside ?? 0) beside the reader")
        #expect { try reader.count(FetchRequest(Person.self)) } throws: {
            ($0 as? StoreError)?.generationEnd == .bytes && ($0 as? StoreError)?.details[.limit] == "\(limit) bytes"
        }
        reader.reset()
        #expect(try reader.count(FetchRequest(Person.self)) == 100)
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
    }

    @Test("a generation that is given up early costs nothing more, and beside one without a limit the file grows on")
    func unlimited() throws {
        let container = try open()
        container.coordinator.queryGenerationLimit.bytes = nil
        try insert(0..<100, container)
        let context = container.newConfinedContext()
        let people = try context.fetch(FetchRequest(Person.self))
        func update(_ count: Int) throws {
            for number in 0..<count {
                people[number % people.count].age += 1
                try context.save()
            }
        }
        let before = try length
        let reader = container.newConfinedContext()
        try reader.setQueryGeneration(.current)
        #expect(try reader.count(FetchRequest(Person.self)) == 100)
        try update(300)
        let beside = try length
        #expect(beside > before * 2)
        try reader.setQueryGeneration(nil)
        // Twice as many saves would let the file grow by twice as much beside the reader.
        try update(600)
        let afterwards = try length
        #expect(afterwards - beside < beside / 10, "\(before), \(beside) beside the reader, \(afterwards) after it")
        try container.close()
    }

    @Test("the library's table of readers is shown from another process, with the process that reads")
    func readersTable() async throws {
        let container = try open()
        try insert(0..<3, container)
        let reader = container.newConfinedContext()
        try reader.setQueryGeneration(.current)
        #expect(try reader.count(FetchRequest(Person.self)) == 3)
        await #expect(processExitsWith: .success) { [path = graph.file.path as String, pid = getpid() as Int32] in
            let readers = try #require(
                try StoreType.lmdb.readers(of: .init(.lmdb, at: URL(fileURLWithPath: path))))
            #expect(readers.table.first?.hasPrefix("last transaction ") == true)
            #expect(readers.table.contains { $0.contains("\(pid)") })
            #expect(readers.heldLogBytes == nil)
        }
        try container.close()
    }
}
