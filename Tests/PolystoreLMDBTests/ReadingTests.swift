import Foundation
import Polystore
import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import TestFolders
import Testing

@testable import PolystoreLMDB

@Suite("What snapshots of LMDB files read")
struct ReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("lmdb") }

    private func engine() throws -> LMDBEngine {
        let path = folder.path("pages.lmdb")
        try LMDBFile.open(path, .create).synchronize()
        return LMDBEngine(try LMDBFile.open(path, .write), writes: true)
    }

    private func fill(_ engine: LMDBEngine, _ entries: [([UInt8], [UInt8])]) throws {
        let transaction = try engine.begin(.full)
        for (key, value) in entries {
            try key.withUnsafeBytes { key in try value.withUnsafeBytes { try transaction.put(.records, key, $0) } }
        }
        try transaction.commit()
    }

    /// A key as records have them.
    private func key(_ root: UInt8, _ number: Int) -> [UInt8] {
        [0, root] + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    }

    @Test("keys that follow each other, lie far apart, were removed or never were are found together, in any order")
    func lookingUp() throws {
        var source = RandomSource()
        let engine = try engine()
        var stored: [[UInt8]: [UInt8]] = [:]
        for root in UInt8(1)...3 {
            var number = root == 2 ? 1 << 62 : 0
            for _ in 0..<3000 {
                // Dense in one hierarchy, with holes in the next, scattered in the last.
                number += root == 1 ? 1 : root == 2 ? Int.random(in: 1...9, using: &source) : 1 << 40
                let count = Int.random(in: 0..<(number % 500 == 7 ? 12_000 : 90), using: &source)
                stored[key(root, number)] = source.bytes(count)
            }
        }
        try fill(engine, stored.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) })
        let removal = try engine.begin(.full)
        for key in stored.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where key[9] % 5 == 0 {
            stored[key] = nil
            try key.withUnsafeBytes { try removal.remove(.records, $0) }
        }
        try removal.commit()
        let snapshot = try engine.snapshot()
        var wanted = Array(stored.keys.shuffled(using: &source).prefix(4000))
        for _ in 0..<2000 {
            wanted.append(key(UInt8.random(in: 0...4, using: &source), Int.random(in: 0..<20_000, using: &source)))
        }
        wanted.shuffle(using: &source)
        for count in [0, 1, 63, 64, 65, wanted.count] {
            let keys = Array(wanted.prefix(count))
            #expect(try snapshot.values(.records, keys) == keys.map { stored[$0] })
        }
        for key in wanted.prefix(500) {
            let found = try key.withUnsafeBytes { try snapshot.value(.records, $0).map { Array($0) } }
            #expect(found == stored[key])
        }
        try engine.close()
    }

    @Test("any range is walked through and counted, forwards and backwards, up to any limit")
    func ranges() throws {
        var source = RandomSource()
        let engine = try engine()
        let stored = (0..<5000).map { (key(1, $0 * 2), source.bytes($0 % 40)) }
        try fill(engine, stored)
        let snapshot = try engine.snapshot()
        for _ in 0..<300 {
            let bounds = (0..<2).map { _ in Int.random(in: -50..<10_050, using: &source) }
            let range = KeyRange(
                lower: bounds[0] < 0 ? [] : key(1, bounds[0]),
                upper: bounds[1] < 0 ? nil : bounds[1] < 40 ? [] : key(1, bounds[1]))
            let inside = stored.filter { key, _ in
                !key.lexicographicallyPrecedes(range.lower)
                    && range.upper.map { key.lexicographicallyPrecedes($0) } ?? true
            }
            let limit = Int.random(in: 1...6000, using: &source)
            for direction in [ScanDirection.forward, .backward] {
                let expected = (direction == .forward ? inside : inside.reversed()).prefix(limit).map { $0 + $1 }
                var found: [[UInt8]] = []
                try snapshot.scan(.records, range, direction) { (key, value) throws(StoreError) in
                    found.append(Array(key) + Array(value))
                    return found.count < limit
                }
                #expect(found == expected, "\(bounds), \(direction), \(limit)")
            }
            #expect(try snapshot.count(.records, range, limit: limit) == min(inside.count, limit))
        }
        try engine.close()
    }

    @Test("with verify: full a page that is not what its place says is damage that names it")
    func damagedPages() throws {
        let graph = Graph(folder)
        let container = try graph.open()
        let context = container.newConfinedContext()
        for number in 0..<2000 { try context.insert(Person.self) { ($0.name, $0.age) = ("Person \(number)", number) } }
        try context.save()
        try container.close()
        let whole = [UInt8](try Data(contentsOf: graph.file))
        var damaged = 0
        for page in stride(from: 8192, to: whole.count, by: 4096) {
            // Leaves with many entries: those of records and of indexes.
            let (flags, end): (UInt16, UInt16) = (LMDBMeta.number(whole, page + 10), LMDBMeta.number(whole, page + 12))
            guard flags == LMDBFormat.leaf, end > 40, end < 4096 else { continue }
            var bytes = whole
            // In turn another kind of page, more entries than there is room for, and an entry behind the page's end.
            switch damaged % 3 {
            case 0: bytes[page + 10] = 4
            case 1: bytes[page + 13] = 0xFF
            default: for place in stride(from: page + 16, to: page + Int(end), by: 2) { bytes[place + 1] = 0xFF }
            }
            damaged += 1
            try Data(bytes).write(to: graph.file)
            let error = try graph.openingError { $0.options.values["verify"] = .word("full") }
            #expect(error.code == .damaged)
            #expect(error.details[.offset] == "page \(page / 4096)")
        }
        #expect(damaged > 20)
    }

    @Test("a table that says that it has more entries than there is room for is damage, and is not counted")
    func damagedCount() throws {
        let graph = Graph(folder)
        try graph.make("Ann", "Ben")
        var bytes = [UInt8](try Data(contentsOf: graph.file))
        let name = Array("records".utf8)
        var changed = 0
        for start in 8192..<bytes.count - 64 where bytes[start..<start + name.count].elementsEqual(name) {
            // The highest byte of the number of entries.
            bytes[start + name.count + 39] = 0x80
            changed += 1
        }
        #expect(changed > 0)
        try Data(bytes).write(to: graph.file)
        let error = #expect(throws: (any Error).self) {
            let container = try graph.open()
            defer { try? container.close() }  // a store that met damage may refuse
            return try container.newConfinedContext().count(FetchRequest(Person.self))
        }
        #expect("\(error as Any)".contains("the number of entries of records"))
    }

    @Test("a file whose pages are longer than the machine's, as one from another machine, is read and written")
    func otherPages() throws {
        let path = folder.path("long.lmdb")
        let records = (1...200).map { (key(1, $0), [UInt8]("value \($0)".utf8)) }
        try Data(PageFile(size: 16_384).bytes(records)).write(to: URL(fileURLWithPath: path))
        let engine = LMDBEngine(try LMDBFile.open(path, .write), writes: true)
        let snapshot = try engine.snapshot()
        let wanted = [key(1, 150), key(1, 7), key(1, 201), key(2, 7)]
        #expect(try snapshot.values(.records, wanted) == [Array("value 150".utf8), Array("value 7".utf8), nil, nil])
        #expect(try snapshot.count(.records, KeyRange(lower: key(1, 11), upper: key(1, 21)), limit: .max) == 10)
        // What is written and read again has pages of that length as well.
        try fill(engine, [(key(1, 300), [1, 2, 3])])
        let later = try engine.snapshot()
        #expect(try later.values(.records, [key(1, 300), key(1, 1)]) == [[1, 2, 3], Array("value 1".utf8)])
        #expect(try later.count(.records, .all, limit: .max) == 201)
        try engine.close()
    }
}
