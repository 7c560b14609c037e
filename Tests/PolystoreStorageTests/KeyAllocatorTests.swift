import PolystoreModel
import Foundation
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Keys of new objects")
struct KeyAllocatorTests {
    let store: ReferenceStore
    let writer: StoreWriter
    let keys: KeyAllocator
    let root = RootNumber(interning: "Company")

    init() throws {
        store = try ReferenceGraph.store(try ReferenceGraph.model())
        writer = StoreWriter(
            store, name: "reference", durability: .full, timeout: .seconds(10), commitBarrier: CommitBarrier(),
            snapshots: SnapshotPool(store))
        keys = KeyAllocator(writer)
    }

    @Test("keys are given once, from many threads, in blocks that grow")
    func once() throws {
        let given = Locked<[Int64]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5000 {
                guard let key = try? keys.next(root) else { continue }
                given.withLock { $0.append(key) }
            }
        }
        let all = given.withLock { $0 }
        #expect(all.count == 20_000)
        #expect(Set(all).count == 20_000)
        #expect(all.allSatisfy { $0 > 0 && $0 <= store.mark(root) })
        #expect(store.counter[.reserve] < 12)
    }

    @Test("keys are given by the range: in a row, at most as many as are wanted, and none twice")
    func ranges() throws {
        var given: [Int64] = []
        while given.count < 20_000 {
            let range = try keys.next(root, count: 64)
            #expect(!range.isEmpty && range.count <= 64)
            given += range
        }
        #expect(given == given.sorted())
        #expect(Set(given).count == given.count)
        #expect(try keys.next(root) > given[given.count - 1])
    }

    @Test("the unused end goes back at a clean close, and nothing that was given")
    func giveBack() throws {
        var last: Int64 = 0
        for _ in 0..<3000 { last = try keys.next(root) }
        // What is reserved ahead is in the queue already: it is done before this.
        _ = try writer.perform { _ throws(StoreError) in true }
        try keys.giveBack()
        #expect(store.mark(root) == last)
        #expect(try keys.next(root) == last + 1)
    }

    @Test("a block that cannot be reserved is an error that names the hierarchy and its reason")
    func unavailable() throws {
        store.fail(.reserve, with: StoreError(.full))
        let error = #expect(throws: StoreError.self) { try keys.next(root) }
        #expect(error?.code == .keysUnavailable)
        #expect(error?.details[.entity] == "Company")
        #expect((error?.cause as? StoreError)?.code == .full)
        #expect(try keys.next(root) == 1)
    }
}
