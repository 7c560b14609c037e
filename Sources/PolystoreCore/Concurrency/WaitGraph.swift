import PolystoreModel
import Synchronization

/// Which thread waits for which context: a circle would be a deadlock, and is reported instead.
final class WaitGraph: Sendable {
    static let shared = WaitGraph()

    /// The contexts that each thread waits for, innermost last.
    private let waiting = Mutex<[UInt: [ContextHandle]]>([:])

    /// Notes that the running thread waits for a context.
    ///
    /// - Throws: `ContextError` with code `waitingCycle` when the thread that uses the context waits, directly or through
    ///   others, for a context that the running thread uses.
    func begin(_ handle: ContextHandle) throws {
        let thread = ThreadNumber.current
        try waiting.withLock { waiting in
            var next: ContextHandle? = handle
            var seen: Set<UInt> = []
            while let current = next {
                let owner = current.owner.load(ordering: .acquiring)
                if owner == thread { throw ContextError(.waitingCycle) }
                guard owner != 0, seen.insert(owner).inserted else { break }
                next = waiting[owner]?.last
            }
            waiting[thread, default: []].append(handle)
        }
    }

    /// Notes that the running thread waits no longer.
    func end() {
        let thread = ThreadNumber.current
        waiting.withLock { waiting in
            waiting[thread]?.removeLast()
            if waiting[thread]?.isEmpty ?? false { waiting[thread] = nil }
        }
    }
}
