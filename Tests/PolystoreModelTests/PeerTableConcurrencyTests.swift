import Dispatch
import Foundation
import PolystoreModel
import Testing

@Suite("Peers of a store: concurrency")
struct PeerTableConcurrencyTests {
    @Test("a number leads to the store and the hierarchy that it was given for, and no other number does")
    func numbers() {
        let first = PeerTable.Entry(store: UUID(), root: "Person")
        let table = PeerTable([first])
        let store = StoreNumber(interning: UUID())
        // More than are kept for readers without a lock.
        let roots = (0..<100).map { RootNumber(interning: "PeerTableTests\($0)") }
        for (index, root) in roots.enumerated() {
            #expect(table.target(of: UInt32(index + 2)) == nil)
            #expect(table.number(of: store, root) == UInt32(index + 2))
            #expect(table.number(of: store, root) == UInt32(index + 2))
        }
        for (index, root) in roots.enumerated() {
            let target = table.target(of: UInt32(index + 2))
            #expect(target?.store == store && target?.root == root)
        }
        let known = table.target(of: 1)
        #expect(known?.store.identifier == first.store && known?.root.name == first.root)
        #expect(table.target(of: 0) == nil)
        #expect(table.target(of: 102) == nil)
        #expect(table.entries.count == 101)
    }

    @Test("readers see the target of every number that was given")
    func readers() {
        let table = PeerTable()
        let store = StoreNumber(interning: UUID())
        let roots = (0..<64).map { RootNumber(interning: "PeerTableTests\($0)") }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for root in thread.isMultiple(of: 2) ? roots : roots.reversed() {
                let target = table.target(of: table.number(of: store, root))
                #expect(target?.store == store && target?.root == root)
            }
        }
        #expect(table.entries.count == roots.count)
    }
}
