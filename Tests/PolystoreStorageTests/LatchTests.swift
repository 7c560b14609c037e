import PolystoreModel
import Foundation
import PolystoreStorage
import Testing

@Suite("The latch between commits and cuts")
struct LatchTests {
    @Test("commits and cuts never overlap, and both come through while both are wanted")
    func exclusion() {
        let latch = Latch()
        let inside = Protected((commits: 0, cuts: 0, overlaps: 0))
        let done = Protected((commits: 0, cuts: 0))
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            for _ in 0..<500 {
                if worker % 2 == 0 {
                    latch.commit {
                        inside.withLock { $0.commits += 1 }
                        inside.withLock { $0.overlaps += $0.cuts > 0 ? 1 : 0 }
                        inside.withLock { $0.commits -= 1 }
                    }
                    done.withLock { $0.commits += 1 }
                } else {
                    latch.cut {
                        inside.withLock { $0.cuts += 1 }
                        inside.withLock { $0.overlaps += $0.commits > 0 ? 1 : 0 }
                        inside.withLock { $0.cuts -= 1 }
                    }
                    done.withLock { $0.cuts += 1 }
                }
            }
        }
        #expect(inside.withLock { $0.overlaps } == 0)
        #expect(done.withLock { $0.commits } == 2000)
        #expect(done.withLock { $0.cuts } == 2000)
    }

    @Test("several commits are inside at a time")
    func sharing() {
        let latch = Latch()
        let both = Protected(0)
        let first = DispatchSemaphore(value: 0)
        let second = DispatchSemaphore(value: 0)
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            latch.commit {
                // Each waits inside for the other: they could not meet if one kept the other out.
                (worker == 0 ? first : second).signal()
                (worker == 0 ? second : first).wait()
                both.withLock { $0 += 1 }
            }
        }
        #expect(both.withLock { $0 } == 2)
    }
}
