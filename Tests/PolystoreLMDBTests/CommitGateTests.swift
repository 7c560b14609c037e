import Foundation
import Synchronization
import Testing

@testable import PolystoreLMDB

@Suite("The gate before commits that wait for the disk")
struct CommitGateTests {
    private let gate = CommitGate()

    @Test("nobody waits where no commit is shown")
    func open() {
        gate.pass()
        gate.enter()
        gate.pass()
        gate.leave()
        gate.pass()
    }

    @Test("whoever begins a snapshot while a commit is shown that is not on the disk waits until it is")
    func shut() throws {
        let gate = gate
        let hasPassed = Atomic(false)
        gate.enter()
        gate.shut()
        let reader = Signal.Work {
            gate.pass()
            hasPassed.store(true, ordering: .sequentiallyConsistent)
        }
        Thread.sleep(forTimeInterval: 0.05)
        let isThrough = hasPassed.load(ordering: .sequentiallyConsistent)
        #expect(!isThrough)
        gate.leave()
        try reader.finish()
        // It is open for the next one.
        gate.pass()
    }

    @Test("whoever reads beside a commit is remembered for the next ones, and forgotten then")
    func memory() {
        gate.enter()
        #expect(gate.isQuiet)
        gate.pass()
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
        gate.pass()
        gate.enter()
        #expect(gate.isQuiet)
        gate.leave()
    }
}
