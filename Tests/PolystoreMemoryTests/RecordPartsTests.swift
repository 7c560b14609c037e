import PolystoreMemory
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreRecordLayer

@Suite("Records in parts")
struct RecordPartsTests {
    @Test("every record is in one part, whatever the keys are")
    func cover() throws {
        var source = RandomSource()
        let ends: [(Int64, Int64)] = [
            (.min, .max), (.min, 0), (0, .max), (-10_000, 10_000), (1, 16_385), (1, 1 << 40),
        ]
        for (first, last) in ends {
            var keys: Set = [first, last]
            for _ in 0..<300 { keys.insert(Int64.random(in: first...last, using: &source)) }
            let transaction = MemoryEngine().begin(.full)
            for root in [UInt16(3), 4, 5] {
                for key in keys {
                    RecordKey.with(root, key) { raw in
                        transaction.put(.records, raw, UnsafeRawBufferPointer(start: nil, count: 0))
                    }
                }
            }
            let parts = try #require(try RecordParts(transaction, 4), "\(first) to \(last)")
            var found: [Int64] = []
            var taken: [Int] = []
            while let part = parts.take() {
                taken.append(part)
                try transaction.scan(.records, parts.range(part), .forward) { (key, _) in
                    #expect(key[1] == 4)
                    found.append(RecordKey.key(atEndOf: key))
                    return true
                }
            }
            #expect(taken == Array(0..<parts.count))
            #expect(found == keys.sorted())
        }
    }

    @Test("few keys, or none, are no parts")
    func few() throws {
        let transaction = MemoryEngine().begin(.full)
        #expect(try RecordParts(transaction, 4) == nil)
        for key in Int64(1)...1_000 {
            RecordKey.with(4, key) { raw in
                transaction.put(.records, raw, UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
        #expect(try RecordParts(transaction, 4) == nil)
    }
}
