import Foundation

/// Keeps saves that delete objects apart from saves that may link to them: what either has checked holds until it has
/// committed.
///
/// Saves without deletions pass together.
final class DeletionLock: Sendable {
    private let condition = NSCondition()
    // SAFETY: read and written only between `lock` and `unlock` of the condition.
    nonisolated(unsafe) private var state = State()

    private struct State {
        var linking = 0
        var isDeleting = false
        var waitingToDelete = 0
    }

    /// Runs a save.
    func pass<Result, Failure: Error>(
        deleting: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if deleting { beginDeleting() } else { beginLinking() }
        defer { end(deleting) }
        return try body()
    }

    private func beginLinking() {
        condition.lock()
        defer { condition.unlock() }
        while state.isDeleting || state.waitingToDelete > 0 { condition.wait() }
        state.linking += 1
    }

    private func beginDeleting() {
        condition.lock()
        defer { condition.unlock() }
        state.waitingToDelete += 1
        while state.isDeleting || state.linking > 0 { condition.wait() }
        state.waitingToDelete -= 1
        state.isDeleting = true
    }

    private func end(_ deleting: Bool) {
        condition.lock()
        defer { condition.unlock() }
        if deleting { state.isDeleting = false } else { state.linking -= 1 }
        // Others wait only behind a save that deletes, or before one that is to.
        if deleting || (state.linking == 0 && state.waitingToDelete > 0) { condition.broadcast() }
    }
}
