import Foundation
import PolystoreModel
import PolystoreRandom
import Testing

@testable import PolystoreChangeRecords
@testable import PolystoreStorage

@Suite("A commit log after a crash")
struct CommitLogDamageTests {
    let fixture: LogFixture

    init() throws { fixture = try LogFixture() }

    @Test("a log that ends anywhere in its last entry has those before it, and goes on behind them")
    func tornTail() throws {
        var last: CommitLogEntry?
        do {
            let log = try CommitLog.open(fixture.path, writes: true)
            for _ in 0..<3 { last = try fixture.append(to: log).entry }
        }
        let entry = try #require(last)
        let end = entry.bodyOffset + entry.bodySize
        let bytes = Array(try fixture.bytes[..<end])
        for length in stride(from: entry.offset, to: end, by: 3) {
            for isZeroed in [false, true] {
                var torn = Array(bytes[..<length])
                if isZeroed { torn += repeatElement(0, count: bytes.count - length) }
                let path = try fixture.file(torn)
                let whole = isZeroed && bytes[length...].allSatisfy { $0 == 0 }
                #expect(try fixture.contents(of: path).keys.sorted() == (whole ? [1, 2, 3] : [1, 2]), "\(length)")
                let log = try CommitLog.open(path, writes: true)
                try fixture.append(to: log)
                #expect(try fixture.contents(of: path).count == (whole ? 4 : 3), "\(length)")
            }
        }
    }

    @Test("an entry in which any byte is another is none, nor is what follows it")
    func changedByte() throws {
        let ends: [Int]
        do {
            let log = try CommitLog.open(fixture.path, writes: true)
            ends = try (0..<3).map { _ in try fixture.append(to: log).end }
        }
        let bytes = try fixture.bytes
        let last = try CommitLogEntry.read(at: ends[0], fixture.identifier, 1) { offset, count in
            Array(bytes[offset..<min(offset + count, bytes.count)])
        }
        let entry = try #require(last)
        for offset in ends[0]..<entry.bodyOffset + entry.bodySize {
            var damaged = bytes
            damaged[offset] ^= 0x40
            #expect(try fixture.contents(of: try fixture.file(damaged)).keys.sorted() == [1], "\(offset)")
        }
    }

    @Test("sectors of an unsynchronized entry, written or not in any mixture, make it whole or none")
    func mixedSectors() throws {
        let (before, end): ([UInt8], Int)
        do {
            let log = try CommitLog.open(fixture.path, writes: true)
            try fixture.append(to: log, size: 4000)
            before = try fixture.bytes
            end = try fixture.append(to: log, size: 4000).end
        }
        let after = try fixture.bytes
        var random = RandomSource(seed: 50)
        for _ in 0..<200 {
            var mixed = after
            var isWhole = true
            for sector in stride(from: CommitLogFormat.firstEntry, to: end, by: 512) where Bool.random(using: &random) {
                let range = sector..<min(sector + 512, before.count)
                isWhole = isWhole && before[range] == after[range]
                mixed.replaceSubrange(range, with: before[range])
            }
            #expect(try fixture.contents(of: try fixture.file(mixed)).keys.sorted() == (isWhole ? [1, 2] : [1]))
        }
    }

    @Test("entries of an emptied log never come back, whatever lies behind new ones")
    func formerEntries() throws {
        let log = try CommitLog.open(fixture.path, writes: true)
        for _ in 0..<20 { try fixture.append(to: log) }
        for round in 1...5 {
            try log.empty(members: [])
            for count in 0..<round {
                #expect(try fixture.contents().count == count)
                try fixture.append(to: log)
            }
        }
    }

    @Test("entries of another log are none, wherever they lie")
    func foreignEntries() throws {
        let other = try LogFixture()
        for place in [fixture, other] {
            let log = try CommitLog.open(place.path, writes: true)
            for _ in 0..<3 { try place.append(to: log) }
        }
        let (own, foreign) = (try fixture.bytes, try other.bytes)
        #expect(own.count == foreign.count)
        let size = try CommitLog.open(fixture.path, writes: false).size / 3
        for count in 0...3 {
            let end = CommitLogFormat.firstEntry + count * size
            let file = try fixture.file(Array(own[..<end] + foreign[end...]))
            #expect(try fixture.contents(of: file).count == count)
        }
    }

    @Test("a header that was not written to its end leaves the one before, with its entries")
    func tornHeader() throws {
        let before: [UInt8]
        do {
            let log = try CommitLog.open(fixture.path, writes: true)
            for _ in 0..<2 { try fixture.append(to: log) }
            before = try fixture.bytes
            try log.empty(members: fixture.stores.map { .init(store: $0, name: "store", commit: 20) })
        }
        let after = try fixture.bytes
        let written = CommitLogFormat.headerOffsets[1]
        for length in [0, 1, 8, 16, 40, 60, 100] {
            var torn = before
            torn.replaceSubrange(written..<written + length, with: after[written..<written + length])
            #expect(try fixture.contents(of: try fixture.file(torn)).keys.sorted() == [1, 2], "\(length)")
        }
        #expect(try fixture.contents().isEmpty)
        // The other header is never written meanwhile: damage there leaves the newer one.
        var damaged = after
        damaged[3] ^= 1
        #expect(try CommitLog.open(try fixture.file(damaged), writes: false).header.lastNumber == 2)
        damaged[written + 20] ^= 1
        let path = try fixture.file(damaged)
        let error = #expect(throws: StoreError.self) { try CommitLog.open(path, writes: false) }
        #expect(error?.code == .foreign || error?.code == .damaged)
    }
}
