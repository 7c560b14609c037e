import Foundation
import Synchronization

/// Keeps the snapshots of this process from a state that a power cut could still take back.
///
/// The library shows a commit at once. Where that is before it is on the disk, whoever begins a snapshot meanwhile waits
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
        /// A commit waits that whoever begins a snapshot sees.
        case shown
    }

    /// For how many commits somebody who reads beside the writer is remembered.
    static let memory = 64

    private let stage = Atomic(Stage.idle)
    private let isMet = Atomic(false)
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

    /// Lets nobody pass any more: what comes next is shown before it is on the disk.
    func shut() {
        lock.lock()
        stage.store(.shown, ordering: .sequentiallyConsistent)
    }

    /// Ends the commit, which is on the disk, or was given up.
    func leave() {
        if stage.exchange(.idle, ordering: .sequentiallyConsistent) == .shown { lock.unlock() }
    }

    /// Waits, behind the begin of a snapshot, until everything that it can show is on the disk.
    func pass() {
        let stage = stage.load(ordering: .sequentiallyConsistent)
        guard stage != .idle else { return }
        isMet.store(true, ordering: .relaxed)
        guard stage == .shown else { return }
        lock.lock()
        lock.unlock()
    }
}
