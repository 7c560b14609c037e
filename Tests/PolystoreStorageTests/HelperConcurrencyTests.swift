import CPolystoreSystem
import Foundation
import Synchronization
import Testing

@testable import PolystoreStorage

@Suite("The thread that helps")
struct HelperConcurrencyTests {
    private struct Refusal: Error {}

    private final class Counts: Sendable {
        let own = Atomic(0)
        let other = Atomic(0)
    }

    @Test("both closures run once, whoever asks at the same time")
    func once() async {
        let counts = Counts()
        let rounds = 500
        @Sendable func work() {
            for _ in 0..<rounds {
                // SAFETY: written by the closure that has ended when this is read.
                nonisolated(unsafe) var isEnded = false
                let result = HelperThread.shared.run {
                    counts.own.add(1, ordering: .relaxed)
                    return 7
                } beside: {
                    counts.other.add(1, ordering: .relaxed)
                    isEnded = true
                }
                #expect(result == 7)
                #expect(isEnded)
            }
        }
        let ended = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            for _ in 0..<3 {
                Thread.detachNewThread {
                    work()
                    ended.signal()
                }
            }
            Thread.detachNewThread {
                for _ in 0..<3 { ended.wait() }
                continuation.resume()
            }
        }
        #expect(counts.own.load(ordering: .relaxed) == 3 * rounds)
        #expect(counts.other.load(ordering: .relaxed) == 3 * rounds)
    }

    @Test("when the caller's own closure throws, the other has ended first")
    func throwing() {
        for _ in 0..<200 {
            // SAFETY: written by the closure that has ended when this is read.
            nonisolated(unsafe) var isEnded = false
            #expect(throws: Refusal.self) {
                try HelperThread.shared.run {
                    () throws(Refusal) in
                    throw Refusal()
                } beside: {
                    isEnded = true
                }
            }
            #expect(isEnded)
        }
    }

    @Test("who asks while he is being helped, or helps, does both himself")
    func nested() {
        let counts = Counts()
        @Sendable func inner() {
            HelperThread.shared.run {
                _ = counts.own.add(1, ordering: .relaxed)
            } beside: {
                counts.other.add(1, ordering: .relaxed)
            }
        }
        for _ in 0..<100 { HelperThread.shared.run({ inner() }, beside: { inner() }) }
        #expect(counts.own.load(ordering: .relaxed) == 200)
        #expect(counts.other.load(ordering: .relaxed) == 200)
    }

    @Test(
        "pages are got beside who fills them, and nothing of what is there changes", arguments: [0, 1, 30_000, 300_000])
    func pages(_ count: Int) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 7)
        for _ in 0..<5 {
            let end = HelperThread.shared.gettingPages(of: [memory, memory]) {
                for index in stride(from: 0, to: count, by: 1000) { memory[index] = 9 }
                return count
            }
            #expect(end == count)
            #expect(memory.indices.allSatisfy { memory[$0] == ($0 % 1000 == 0 ? 9 : 7) })
        }
    }

    @Test("it helps, on a thread of its own", .enabled(if: polystore_processor_count() > 1))
    func helps() {
        let here = polystore_running_thread()
        let deadline = ContinuousClock.now + .seconds(30)
        // SAFETY: written by the closure that has ended when this is read.
        nonisolated(unsafe) var there = here
        // It may not have begun when the caller is done already, and may be helping another test.
        while there == here, ContinuousClock.now < deadline {
            HelperThread.shared.run {
                Thread.sleep(forTimeInterval: 0.01)
            } beside: {
                there = polystore_running_thread()
            }
        }
        #expect(there != here)
    }
}
