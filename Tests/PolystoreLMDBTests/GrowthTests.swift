import CPolystoreLMDB
import Foundation
import Polystore
import TestFolders
import Testing

/// `POLYSTORE_GROWTH_SAVES` sets the number of small saves, which then wait for the disk, and prints what they came to.
@Suite("How long the files of LMDB stores become")
struct GrowthTests {
    private static let ownSaves = ProcessInfo.processInfo.environment["POLYSTORE_GROWTH_SAVES"].flatMap(Int.init)

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

    @Test("a context that fetches between saves, and is not pinned, keeps no pages from being used again")
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

    @Test("beside a pinned reader the file grows, and no more when the reader is released")
    func pinned() throws {
        let container = try open()
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
        try reader.pin()
        #expect(try reader.count(FetchRequest(Person.self)) == 100)
        try update(300)
        let beside = try length
        #expect(beside > before * 2)
        try reader.unpin()
        // Twice as many saves would let the file grow by twice as much beside the reader.
        try update(600)
        let afterwards = try length
        #expect(afterwards - beside < beside / 10, "\(before), \(beside) beside the reader, \(afterwards) after it")
        try container.close()
    }
}
