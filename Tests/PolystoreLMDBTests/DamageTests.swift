import PolystoreRandom
import Foundation
import Polystore
import TestFolders
import Testing

@testable import PolystoreLMDB

@Suite("LMDB files that are not what was written")
struct DamageTests {
    private let folder: TemporaryFolder
    private var graph: Graph { Graph(folder) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    /// A closed file with a few hundred objects, some of them large.
    private func make(_ count: Int = 200) throws -> Data {
        let container = try graph.open()
        let context = container.newConfinedContext()
        for number in 0..<count {
            let person = try context.insert(Person.self) { ($0.name, $0.age) = ("Person \(number)", number) }
            if number % 20 == 0 { person.photo = Data(repeating: UInt8(number), count: 9000) }
            if number % 50 == 0 { try context.save() }
        }
        try context.save()
        try container.close()
        return try Data(contentsOf: graph.file)
    }

    private func expectRefusal(_ data: Data, _ code: StoreError.Code, _ reason: String? = nil) throws {
        try data.write(to: graph.file)
        let error = try graph.openingError()
        #expect(error.code == code)
        if let reason { #expect(error.details[.reason] == reason) }
        #expect(error.details[.path] == graph.file.path)
        #expect(error.details[.store] == "graph")
    }

    @Test("files of other kinds are foreign")
    func foreign() throws {
        try expectRefusal(Data(), .foreign, "the file is empty")
        try expectRefusal(Data("hello".utf8), .foreign, "not an LMDB file")
        try expectRefusal(Data(repeating: 7, count: 20_000), .foreign, "not an LMDB file")
        try expectRefusal(Data("SQLite format 3\0".utf8) + Data(count: 8176), .foreign, "not an LMDB file")
    }

    @Test("an LMDB file of another program is foreign")
    func otherTables() throws {
        let other = try make()
        // The name of a table, everywhere.
        var bytes = [UInt8](other)
        let name = Array("metadata".utf8)
        for index in bytes.indices.dropLast(name.count) where bytes[index..<index + name.count].elementsEqual(name) {
            bytes[index] = UInt8(ascii: "x")
        }
        try expectRefusal(Data(bytes), .foreign, "an LMDB file of another program")
    }

    @Test("a folder in the place of the file is foreign")
    func folderInstead() throws {
        try FileManager.default.createDirectory(at: graph.file, withIntermediateDirectories: true)
        #expect(try graph.openingError().code == .foreign)
    }

    @Test("a file that was cut off anywhere is refused before it is mapped")
    func truncated() throws {
        let whole = try make()
        var (length, refused) = (0, 0)
        while length <= whole.count {
            try whole.prefix(length).write(to: graph.file)
            do {
                let container = try graph.open()
                // Only pages to which nothing leads are missing.
                #expect(try Graph.names(container).count == 200)
                try container.close()
            } catch let error as CoordinatorError {
                let code = (error.cause as? StoreError)?.code
                #expect(code == (length < 20 ? .foreign : .damaged), "cut at \(length): \(error)")
                refused += 1
            }
            length += length < 9000 ? 511 : 4096
        }
        #expect(refused > 20)
    }

    @Test("a file that ends before its last page opens when nothing leads there")
    func shortFile() throws {
        let whole = [UInt8](try make())
        // One more page in the count of the newest state, as when a transaction gives up the last page that it took.
        let header = try LMDBHeader(of: graph.file.path)
        let offset = header.newest.transaction % 2 == 0 ? 136 : header.pageSize + 136
        var changed = whole
        changed[offset] += 1
        try Data(changed).write(to: graph.file)
        #expect(try LMDBHeader(of: graph.file.path).isShort)
        let container = try graph.open()
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = "Zoe" }
        try context.save()
        #expect(try Graph.names(container).count == 201)
        try container.close()
    }

    @Test("any flipped bit of the first two pages is refused, or changes nothing")
    func flippedHeads() throws {
        let whole = [UInt8](try make(20))
        var refused = 0
        for page in [0, 4096] {
            for bit in 0..<LMDBMeta.length * 8 {
                var bytes = whole
                bytes[page + bit / 8] ^= 1 << UInt8(bit % 8)
                try Data(bytes).write(to: graph.file)
                do throws(StoreError) {
                    _ = try LMDBPageCheck.check(graph.file.path, .whole)
                } catch {
                    refused += 1
                    #expect([.foreign, .damaged, .unsupportedFormat].contains(error.code))
                    continue
                }
                if bit % 41 > 0 { continue }
                try expectUnharmed("page \(page), bit \(bit)")
            }
        }
        #expect(refused > 400)
    }

    @Test(
        "any flipped bit of the pages that lead to the metadata is refused before they are mapped, or changes nothing")
    func flippedWaysToMetadata() throws {
        let whole = [UInt8](try make(20))
        let identifier = try StoreType.lmdb.metadata(.init(.lmdb, at: graph.file)).identifier
        var (refused, seen) = (0, Set<String>())
        for page in stride(from: 8192, to: whole.count, by: 4096) {
            // A leaf with the tables' names or with the metadata, which have an entry of the catalog beside them.
            let entries = LMDBMeta.leafEntries(whole, page)
            let isTables = entries.contains { whole[$0 + 8..<$0 + 16].elementsEqual("metadata".utf8) }
            let isMetadata = entries.count > 2 && entries.allSatisfy { whole[$0 + 6] == 1 || whole[$0 + 6] == 3 }
            guard isTables || isMetadata else { continue }
            seen.insert(isTables ? "tables" : "metadata")
            let places = Array(page..<page + 16 + 2 * entries.count) + entries.flatMap { $0..<$0 + 24 }
            for place in places {
                for bit in stride(from: UInt8(place % 2), to: 8, by: 2) {
                    var bytes = whole
                    bytes[place] ^= 1 << bit
                    try Data(bytes).write(to: graph.file)
                    do throws(StoreError) {
                        // A length that leads behind the end of the file would end the process, were it believed.
                        #expect(try StoreType.lmdb.metadata(.init(.lmdb, at: graph.file)).identifier == identifier)
                    } catch {
                        refused += 1
                        #expect(
                            [.foreign, .damaged, .unsupportedFormat].contains(error.code), "byte \(place): \(error)")
                    }
                }
            }
        }
        #expect(refused > 200 && seen == ["tables", "metadata"])
    }

    @Test("with verify: full a flipped bit anywhere is refused, told when it is read, or changes no value")
    func flippedPages() throws {
        let whole = [UInt8](try make())
        var source = RandomSource()
        let rounds = ProcessInfo.processInfo.environment["POLYSTORE_ROUNDS"].flatMap { Int($0) } ?? 100
        for _ in 0..<rounds {
            var bytes = whole
            let position = Int.random(in: 8192..<whole.count, using: &source)
            bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &source)
            try Data(bytes).write(to: graph.file)
            try expectUnharmed("byte \(position)") { $0.options.values["verify"] = .word("full") }
        }
    }

    @Test(
        "P7: with verify: full a list of free pages that names a page in use, one twice, or none of the file is refused"
    )
    func freePages() throws {
        let whole = [UInt8](try make())
        let header = try LMDBHeader(of: graph.file.path)
        let entry = try #require(LMDBMeta.leafEntries(whole, Int(header.newest.free.root) * header.pageSize).last)
        // Behind the entry's key are the number of pages, and the pages.
        let list = entry + LMDBFormat.entryHeader + 8
        #expect(LMDBMeta.number(whole, list) > UInt64(1))
        let second: UInt64 = LMDBMeta.number(whole, list + 16)
        for page in [header.newest.main.root, second, header.newest.lastPage + 1, 1] {
            var bytes = whole
            bytes.replaceSubrange(list + 8..<list + 16, with: withUnsafeBytes(of: page) { Array($0) })
            try Data(bytes).write(to: graph.file)
            #expect(try graph.openingError { $0.options.values["verify"] = .word("full") }.code == .damaged, "\(page)")
        }
        try Data(whole).write(to: graph.file)
        try graph.open { $0.options.values["verify"] = .word("full") }.close()
    }

    @Test("P7: a page that says of itself what pages of tables never are is refused")
    func pageFlags() throws {
        let whole = [UInt8](try make())
        let header = try LMDBHeader(of: graph.file.path)
        let root = Int(header.newest.main.root)
        // Pages that were changed and not written, pages whose entries have no offsets, pages that nothing leads to.
        for flag in [0x10, 0x20, 0x4000] as [UInt16] {
            var bytes = whole
            let place = root * header.pageSize + LMDBFormat.pageFlags
            let flags: UInt16 = LMDBMeta.number(whole, place)
            bytes.replaceSubrange(place..<place + 2, with: withUnsafeBytes(of: flags | flag) { Array($0) })
            try expectRefusal(Data(bytes), .damaged)
        }
    }

    /// Opens the file: it is refused, its objects cannot be read, or every value is one that was saved.
    private func expectUnharmed(
        _ place: String, _ change: (inout PersistentStoreDescription) -> Void = { _ in }
    ) throws {
        let container: PersistentContainer
        do { container = try graph.open(change) } catch { return }
        defer { try? container.close() }  // a store that met damage may refuse
        do {
            for person in try container.newConfinedContext().fetch(FetchRequest(Person.self)) {
                let isRight = person.name == "Person \(person.age)" && (0..<200).contains(person.age)
                #expect(isRight, "\(place)")
            }
        } catch {
            // Damage was met, and told.
        }
    }
}

extension LMDBMeta {
    /// Where the entries of a page of a file begin; none unless it is a leaf.
    fileprivate static func leafEntries(_ file: [UInt8], _ page: Int) -> [Int] {
        let (flags, lower): (UInt16, UInt16) = (number(file, page + 10), number(file, page + 12))
        guard flags == 2, lower <= 4096 else { return [] }
        return stride(from: page + 16, to: page + Int(lower), by: 2).map { page + Int(number(file, $0) as UInt16) }
    }
}
