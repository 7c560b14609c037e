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

    /// Begins a snapshot of a state beside a commit that waits; it waits as well when this returns.
    private func begin(seeing transaction: UInt64) throws -> Signal.Work {
        let gate = gate
        let hasPassed = Atomic(false)
        gate.isMet.store(false, ordering: .sequentiallyConsistent)
        let reader = Signal.Work {
            try gate.pass(seeing: transaction)
            hasPassed.store(true, ordering: .sequentiallyConsistent)
        }
        try Signal.poll { gate.isMet.load(ordering: .sequentiallyConsistent) }
        Thread.sleep(forTimeInterval: 0.02)
        let isThrough = hasPassed.load(ordering: .sequentiallyConsistent)
        #expect(!isThrough)
        return reader
    }

    @Test(
        "whoever begins a snapshot that sees a commit which is not on the disk waits until it is, and nobody else does")
    func shut() throws {
        gate.enter()
        gate.shut(before: 7)
        try gate.pass(seeing: 6)
        let reader = try begin(seeing: 7)
        gate.leave()
        try reader.finish()
        // It is open for the next one.
        try gate.pass(seeing: 7)
    }

    @Test("whoever sees an earlier state beside a commit waits as well: its page may hold the new one by now")
    func older() throws {
        gate.enter()
        gate.shut(before: 7)
        let reader = try begin(seeing: 5)
        gate.leave()
        try reader.finish()
    }

    @Test("whoever waited for a commit that the disk did not take is told so")
    func doubt() throws {
        gate.enter()
        gate.shut(before: 7)
        let reader = try begin(seeing: 7)
        gate.doubt()
        gate.leave()
        let error = #expect(throws: StoreError.self) { try reader.finish() }
        #expect(error?.code == .failed)
        let later = #expect(throws: StoreError.self) { try gate.pass(seeing: 7) }
        #expect(later?.code == .failed)
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
