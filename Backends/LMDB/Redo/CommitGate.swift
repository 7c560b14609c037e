import Foundation
import PolystoreStorage
import Synchronization

/// Keeps the snapshots of this process from a state that a power cut could still take back.
///
/// The library shows a commit at once. Where that is before it is on the disk, whoever begins a snapshot that sees it waits
/// until it is there. Readers are not to wait for saves, so that is done only while nobody reads beside the writer: who
/// begins a snapshot while a commit waits is remembered for some commits, which are shown behind their wait then.
///
/// The writer enters, shuts and leaves on one thread; anybody passes.
final class CommitGate: Sendable {
    private enum Stage: UInt8, AtomicRepresentable {
        /// No commit waits for the disk.
        case idle
        /// A commit waits that nobody sees.
        case hidden
        /// A commit waits that whoever begins a snapshot may see.
        case shown
    }

    /// For how many commits somebody who reads beside the writer is remembered.
    static let memory = 64

    private let stage = Atomic(Stage.idle)
    /// Whether somebody has begun a snapshot while the last commit waited.
    let isMet = Atomic(false)
    /// The number of the transaction that is shown.
    private let shown = Atomic<UInt64>(0)
    /// Whether it is not known of a commit that was shown whether it is on the disk.
    private let isInDoubt = Atomic(false)
    private let lock = NSLock()
    // SAFETY: touched by the writer only.
    private nonisolated(unsafe) var rest = 0

    /// Whether a commit may be shown before it is on the disk: nobody has read beside the last ones.
    var isQuiet: Bool { rest == 0 }

    /// Begins a commit that will wait for the disk.
    func enter() {
        if isMet.exchange(false, ordering: .relaxed) { rest = Self.memory } else if rest > 0 { rest -= 1 }
        stage.store(.hidden, ordering: .sequentiallyConsistent)
    }

    /// Lets nobody pass any more who sees a transaction: it is shown from now on, before it is on the disk.
    func shut(before transaction: UInt64) {
        lock.lock()
        shown.store(transaction, ordering: .relaxed)
        stage.store(.shown, ordering: .sequentiallyConsistent)
        // Before anything that the library writes.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Says that the commit which is shown may never come to the disk: nothing is committed any more.
    func doubt() { isInDoubt.store(true, ordering: .sequentiallyConsistent) }

    /// Ends the commit, which is on the disk, or was given up.
    func leave() {
        if stage.exchange(.idle, ordering: .sequentiallyConsistent) == .shown { lock.unlock() }
    }

    /// Waits, behind the begin of a snapshot, until everything that it shows is on the disk.
    ///
    /// - Parameter transaction: The number of the last transaction that it sees.
    /// - Throws: `failed` when the disk did not take what was waited for.
    func pass(seeing transaction: UInt64) throws(StoreError) {
        // Behind what the library has read.
        atomicMemoryFence(ordering: .acquiring)
        let stage = stage.load(ordering: .sequentiallyConsistent)
        guard stage != .idle else { return try refuseDoubt() }
        isMet.store(true, ordering: .relaxed)
        // Only the state before is certain to be as its number says: the page of an earlier one is written over by this
        // commit, and a reader that was interrupted takes the new state for it.
        guard stage == .shown, transaction &+ 1 != shown.load(ordering: .relaxed) else { return }
        lock.lock()
        lock.unlock()
        try refuseDoubt()
    }

    /// Throws when what was committed last may not be on the disk.
    private func refuseDoubt() throws(StoreError) {
        guard isInDoubt.load(ordering: .sequentiallyConsistent) else { return }
        throw StoreError(
            .failed, [.reason: "the disk did not take what was committed: the store has to be opened anew"])
    }
}
