import Dispatch
import Foundation
import PolystoreModel
import Synchronization

/// The serial executor of a context: a queue of its own, or the main queue.
///
/// An actor joins a context by taking its executor:
///
///     actor Importer {
///         let handle: ContextHandle
///         nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }
///         func run() throws { try handle.current().fetch(…) }
///     }
public final class ContextExecutor: SerialExecutor {
    struct WeakHandle { weak var value: ContextHandle? }

    let handle = Mutex(WeakHandle())
    private let queue: DispatchQueue
    private let isMain: Bool

    /// How long the main thread may take to begin work before a caller is told that it does not serve its queue.
    static let mainQueueDeadline = 10.0

    init(_ confinement: ContextConfinement) {
        isMain = confinement == .main
        queue = isMain ? .main : DispatchQueue(label: "polystore.context")
    }

    /// Runs a job of an actor on the context's queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        queue.async {
            guard let handle = self.handle.withLock({ $0.value }) else {
                unowned.runSynchronously(on: self.asUnownedSerialExecutor())
                return
            }
            handle.runJoined { unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    /// The executor as actors take it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Runs work later; work for the main queue that does not begin in time is dropped and reported.
    func schedule(whenNotServed report: @escaping @Sendable (ContextError) -> Void, _ work: @escaping @Sendable () -> Void) {
        guard isMain else {
            queue.async(execute: work)
            return
        }
        let claim = Claim()
        queue.async { if claim.take() { work() } }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.mainQueueDeadline) {
            if claim.take() { report(ContextError(.mainQueueNotServed)) }
        }
    }

    /// Runs work on the queue and waits for it.
    func wait<Result: Sendable>(_ work: @Sendable () throws -> Result) throws -> Result {
        guard isMain else { return try queue.sync(execute: work) }
        // Waiting for a main thread that never serves its queue would hang: a probe is sent first.
        let probe = DispatchSemaphore(value: 0)
        queue.async { probe.signal() }
        guard probe.wait(timeout: .now() + Self.mainQueueDeadline) == .success else {
            throw ContextError(.mainQueueNotServed)
        }
        return try queue.sync(execute: work)
    }

    /// Whoever takes it first goes on; the other does nothing.
    private final class Claim: Sendable {
        private let isTaken = Atomic<Bool>(false)

        func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
    }
}
