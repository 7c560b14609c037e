import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// How a coordinator's stores commit together: its commit log, opened or made when a save first needs it.
final class JointCommits: Sendable {
    struct State {
        /// Where the log is to lie; nil for beside the first durable store.
        var url: URL?
        var log: CommitLog?
        /// The open stores that know the log durably, and that they need it.
        var joined: Set<UUID> = []
        /// The members that entries of the log concern.
        var concerned: Set<UUID> = []
        /// The names of stores that are to leave their domain when they are opened, whatever its log says.
        var givenUp: Set<String> = []
        /// How many saves each store was brought up to when it was opened, by name.
        var recovered: [String: Int] = [:]
    }

    let state = Locked(State())
    /// Joint saves on one side, what empties the log on the other.
    let gate = CommitBarrier()
    /// Held while the log is opened, emptied or closed.
    let changing = NSLock()
    let queue = JointSaveQueue()
    let emptying = BackgroundTask("polystore log")
    /// The bytes of entries from which on the log is emptied: 16 MiB.
    let limit = Locked(16 << 20)

    /// Told of each step of a commit, on the thread that makes it; for tests.
    let observer = Locked<(@Sendable (JointStep) -> Void)?>(nil)

    func observe(_ step: JointStep) { observer.withLock { $0 }?(step) }

    /// The log, if it is open.
    var log: CommitLog? { state.withLock { $0.log } }
}
