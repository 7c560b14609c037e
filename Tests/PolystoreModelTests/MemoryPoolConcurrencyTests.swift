import Foundation
import PolystoreRandom
import Testing

@testable import PolystoreModel

@Suite("A memory pool")
struct MemoryPoolConcurrencyTests {
    @Test("what is given back is taken again, as many pieces as may be kept")
    func reuse() {
        let memory = MemoryPool(pieceSize: 100, limit: 2)
        let pieces = (0..<3).map { _ in memory.take() }
        #expect(Set(pieces).count == 3 && memory.count == 0)
        for piece in pieces { memory.give(piece) }
        #expect(memory.count == 2)
        let again = [memory.take(), memory.take()]
        #expect(Set(again).isSubset(of: pieces) && memory.count == 0)
        for piece in again { memory.give(piece) }
    }

    @Test("nobody has a piece that another one has")
    func sharing() async {
        var seeds = RandomSource()
        let seed = seeds.next()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var source = RandomSource(seed: seed &+ UInt64(task))
                    var own: [UnsafeMutableRawPointer] = []
                    for _ in 0..<2000 {
                        if own.count < 8, source.chance(2) {
                            let piece = MemoryPool.batches.take()
                            piece.storeBytes(of: task, as: Int.self)
                            own.append(piece)
                        } else if let piece = own.popLast() {
                            #expect(piece.load(as: Int.self) == task)
                            MemoryPool.batches.give(piece)
                        }
                    }
                    for piece in own { MemoryPool.batches.give(piece) }
                }
            }
        }
    }
}
