import Foundation
import Synchronization

/// Looks at the process's memory a hundred times a second, on a thread of its own, until it is stopped.
final class MemorySampler: Sendable {
    private let peak = Atomic(0)
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    func start() {
        Thread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                // A look that fails finds nothing; the last one is made by `stop`.
                let now = (try? BoundedMemory.ownMemory()) ?? 0
                peak.store(max(peak.load(ordering: .relaxed), now), ordering: .relaxed)
                Thread.sleep(forTimeInterval: 0.01)
            }
            ended.signal()
        }.start()
    }

    /// Ends the looking.
    ///
    /// - Returns: The most bytes that were seen.
    func stop() -> Int {
        isStopped.store(true, ordering: .relaxed)
        ended.wait()
        return peak.load(ordering: .relaxed)
    }
}
