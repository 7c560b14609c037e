import PolystoreModel
import Foundation
import PolystoreStorage
import Testing

@Suite("The commit barrier between commits and snapshots")
struct CommitBarrierTests {
    @Test("commits and snapshots never overlap, and both come through while both are wanted")
    func exclusion() {
        let commitBarrier = CommitBarrier()
        let inside = Locked((commits: 0, snapshotCache: 0, overlaps: 0))
        let done = Locked((commits: 0, snapshotCache: 0))
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            for _ in 0..<500 {
                if worker % 2 == 0 {
                    commitBarrier.commit {
                        inside.withLock { $0.commits += 1 }
                        inside.withLock { $0.overlaps += $0.snapshotCache > 0 ? 1 : 0 }
                        inside.withLock { $0.commits -= 1 }
                    }
                    done.withLock { $0.commits += 1 }
                } else {
                    commitBarrier.snapshot {
                        inside.withLock { $0.snapshotCache += 1 }
                        inside.withLock { $0.overlaps += $0.commits > 0 ? 1 : 0 }
                        inside.withLock { $0.snapshotCache -= 1 }
                    }
                    done.withLock { $0.snapshotCache += 1 }
                }
            }
        }
        #expect(inside.withLock { $0.overlaps } == 0)
        #expect(done.withLock { $0.commits } == 2000)
        #expect(done.withLock { $0.snapshotCache } == 2000)
    }

    @Test("several commits are inside at a time")
    func sharing() {
        let commitBarrier = CommitBarrier()
        let both = Locked(0)
        let first = DispatchSemaphore(value: 0)
        let second = DispatchSemaphore(value: 0)
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            commitBarrier.commit {
                // Each waits inside for the other: they could not meet if one kept the other out.
                (worker == 0 ? first : second).signal()
                (worker == 0 ? second : first).wait()
                both.withLock { $0 += 1 }
            }
        }
        #expect(both.withLock { $0 } == 2)
    }
}
