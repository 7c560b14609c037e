import Foundation
import Synchronization
import Testing

@testable import PolystoreLMDB

@Suite("The gate before commits that wait for the disk")
struct CommitGateTests {
    private let gate = CommitGate()

    @Test("nobody waits where no commit is shown")
    func open() {
        gate.pass(seeing: 7)
        gate.enter()
        gate.pass(seeing: 7)
        gate.leave()
        gate.pass(seeing: 7)
    }

    @Test(
        "whoever begins a snapshot that sees a commit which is not on the disk waits until it is, and nobody else does")
    func shut() throws {
        let gate = gate
        let hasPassed = Atomic(false)
        gate.enter()
        gate.shut(before: 7)
        gate.pass(seeing: 6)
        let reader = Signal.Work {
            gate.pass(seeing: 7)
            hasPassed.store(true, ordering: .sequentiallyConsistent)
        }
        Thread.sleep(forTimeInterval: 0.05)
        let isThrough = hasPassed.load(ordering: .sequentiallyConsistent)
        #expect(!isThrough)
        gate.leave()
        try reader.finish()
        // It is open for the next one.
        gate.pass(seeing: 7)
    }

    @Test("whoever reads beside a commit is remembered for the next ones, and forgotten then")
    func memory() {
        gate.enter()
        #expect(gate.isQuiet)
        gate.pass(seeing: 7)
        gate.leave()
        for _ in 0..<CommitGate.memory {
            gate.enter()
            #expect(!gate.isQuiet)
            gate.leave()
        }
        gate.enter()
        #expect(gate.isQuiet)
        gate.leave()
        // Between commits anybody may read.
        gate.pass(seeing: 7)
        gate.enter()
        #expect(gate.isQuiet)
        gate.leave()
    }
}
