import Foundation
import PolystoreRandom
import Testing

@testable import PolystoreLMDB

@Suite("Where records lie in the redo log")
struct RedoRingTests {
    @Test("a log becomes longer by half a megabyte at most beyond what a record needs, however long it may become")
    func growth() throws {
        let ring = RedoRing(limit: 64 << 20, length: 0)
        let place = try #require(ring.place(for: 1000))
        #expect(place.length >= place.offset + 1000 && place.length <= 512 << 10)
    }

    @Test("no record lies where another one is needed, and each lies behind the one before or at the beginning")
    func places() {
        var source = RandomSource()
        for _ in 0..<50 {
            let limit = (16 << 10) + source.below(64 << 10)
            var ring = RedoRing(limit: limit, length: 0)
            var needed: [Range<Int>] = []
            var next = ring.begin
            for _ in 0..<400 {
                if source.chance(6), !needed.isEmpty {
                    // A checkpoint behind some of them.
                    needed.removeFirst(1 + source.below(needed.count))
                    ring.free(upTo: needed.first?.lowerBound ?? ring.end)
                }
                let count = 1 + source.below(limit / 6)
                guard let place = ring.place(for: count) else {
                    #expect(!needed.isEmpty)
                    continue
                }
                let range = place.offset..<place.offset + count
                #expect(range.upperBound <= place.length && place.length <= limit)
                #expect(range.lowerBound >= RedoRing.start)
                #expect(place.offset == next || place.offset == RedoRing.start)
                #expect(!needed.contains { $0.overlaps(range) })
                ring.length = place.length
                ring.take(place.offset, count)
                needed.append(range)
                next = RedoRing.next(range.upperBound)
            }
        }
    }

    @Test("a head is read as it was written, and not with a wrong bit")
    func heads() throws {
        var source = RandomSource()
        let base = try #require(LMDBState(source.bytes(LMDBState.length)))
        var head = RedoHead(identity: .init(), machineStart: .init(), isOpen: true, begin: 12345, base: base)
        head.sequence = 7
        #expect(RedoHead(head.bytes) == head)
        for offset in head.bytes.indices {
            var bytes = head.bytes
            bytes[offset] ^= 1 << source.below(8)
            #expect(RedoHead(bytes) == nil, "\(offset)")
        }
    }
}
