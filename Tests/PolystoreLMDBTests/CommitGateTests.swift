import Foundation
import PolystoreStorage
import Synchronization
import Testing

@testable import PolystoreLMDB

@Suite("The gate before commits that wait for the disk")
struct CommitGateTests {
    private let gate = CommitGate()

    @Test("nobody waits where no commit is shown")
    func open() throws {
        try gate.pass(seeing: 7)
        gate.enter()
        try gate.pass(seeing: 7)
        gate.leave()
        try gate.pass(seeing: 7)
    }

    @Test(
        "whoever begins a snapshot that sees a commit which is not on the disk waits until it is, and nobody else does")
    func shut() throws {
        let gate = gate
        let hasPassed = Atomic(false)
        gate.enter()
        gate.shut(before: 7)
        try gate.pass(seeing: 6)
        gate.isMet.store(false, ordering: .sequentiallyConsistent)
        let reader = Signal.Work {
            try gate.pass(seeing: 7)
            hasPassed.store(true, ordering: .sequentiallyConsistent)
        }
        try Signal.poll { gate.isMet.load(ordering: .sequentiallyConsistent) }
        Thread.sleep(forTimeInterval: 0.02)
        let isThrough = hasPassed.load(ordering: .sequentiallyConsistent)
        #expect(!isThrough)
        gate.leave()
        try reader.finish()
        // It is open for the next one.
        try gate.pass(seeing: 7)
    }

    @Test("whoever sees an earlier state beside a commit waits as well: its page may hold the new one by now")
    func older() throws {
        let gate = gate
        let hasPassed = Atomic(false)
        gate.enter()
        gate.shut(before: 7)
        let reader = Signal.Work {
            try gate.pass(seeing: 5)
            hasPassed.store(true, ordering: .sequentiallyConsistent)
        }
        try Signal.poll { gate.isMet.load(ordering: .sequentiallyConsistent) }
        Thread.sleep(forTimeInterval: 0.02)
        let isThrough = hasPassed.load(ordering: .sequentiallyConsistent)
        #expect(!isThrough)
        gate.leave()
        try reader.finish()
    }

    @Test("whoever waited for a commit that the disk did not take is told so")
    func doubt() throws {
        let gate = gate
        gate.enter()
        gate.shut(before: 7)
        let reader = Signal.Work { try gate.pass(seeing: 7) }
        try Signal.poll { gate.isMet.load(ordering: .sequentiallyConsistent) }
        Thread.sleep(forTimeInterval: 0.02)
        gate.doubt()
        gate.leave()
        let error = #expect(throws: StoreError.self) { try reader.finish() }
        #expect(error?.code == .failed)
    }

    @Test("whoever reads beside a commit is remembered for the next ones, and forgotten then")
    func memory() throws {
        gate.enter()
        #expect(gate.isQuiet)
        try gate.pass(seeing: 7)
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
        try gate.pass(seeing: 7)
        gate.enter()
        #expect(gate.isQuiet)
        gate.leave()
    }
}
