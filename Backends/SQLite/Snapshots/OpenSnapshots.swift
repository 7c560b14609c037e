import PolystoreModel
import PolystoreStorage

/// Which commits are being read, and which files of external data wait until no snapshot sees them, and no power cut brings
/// back the commit that names them.
final class OpenSnapshots: Sendable {
    private struct State {
        /// The number of snapshots that begin: which commit they see is not known yet.
        var beginning = 0
        /// The number of snapshots at each commit.
        var readers: [CommitNumber: Int] = [:]
        /// The last commit that a power cut leaves.
        var durable: CommitNumber = 0
        /// Files that no row names from a commit on.
        var waiting: [(commit: CommitNumber, name: String)] = []
        /// The bytes that commits have written to the log since the store was opened.
        var loggedBytes = 0
    }

    private let folder: ExternalDataFolder
    /// The file that the folder belongs to, for which another process may keep what is in the folder; nil for none.
    private let claim: FileClaim?
    private let state = Locked(State())

    init(_ folder: ExternalDataFolder, _ claim: FileClaim? = nil) {
        self.folder = folder
        self.claim = claim
    }

    /// The bytes that commits have written to the log since the store was opened.
    var loggedBytes: Int { state.withLock { $0.loggedBytes } }

    /// Notes how many bytes the writer has written to the log by now.
    func note(loggedBytes: Int) { state.withLock { $0.loggedBytes = loggedBytes } }

    /// Says that a commit is on the disk, with all before it.
    func settle(_ commit: CommitNumber) {
        let isAwaited = state.withLock { state in
            state.durable = max(state.durable, commit)
            return !state.waiting.isEmpty
        }
        if isAwaited { prune() }
    }

    /// Counts a snapshot that begins, and may see any commit: nothing is removed until it is known which.
    func begin() { state.withLock { $0.beginning += 1 } }

    /// Says which commit a snapshot sees that has begun; nil for one that could not.
    func began(_ commit: CommitNumber?) {
        let isAwaited = state.withLock { state in
            state.beginning -= 1
            if let commit { state.readers[commit, default: 0] += 1 }
            return !state.waiting.isEmpty
        }
        if isAwaited { prune() }
    }

    /// Forgets a snapshot, and removes what only it could see.
    func ended(_ commit: CommitNumber) {
        state.withLock { state in
            let count = (state.readers[commit] ?? 1) - 1
            state.readers[commit] = count > 0 ? count : nil
        }
        prune()
    }

    /// Says that from a commit on no row names some files.
    func retire(_ names: [String], at commit: CommitNumber) {
        guard !names.isEmpty else { return }
        state.withLock { $0.waiting += names.map { (commit, $0) } }
        prune()
    }

    /// Removes what waits for snapshots, at the end of the store: they are closed.
    ///
    /// What waits for the disk stays, and goes when the store is opened again.
    func close() {
        state.withLock { $0.readers = [:] }
        prune()
    }

    private func prune() {
        let names = state.withLock { state -> [String] in
            guard !state.waiting.isEmpty, state.beginning == 0 else { return [] }
            let last = min(state.readers.keys.min() ?? .max, state.durable)
            let free = state.waiting.filter { $0.commit <= last }
            if free.isEmpty || claim?.areFilesKept ?? false { return [] }
            state.waiting.removeAll { $0.commit <= last }
            return free.map(\.name)
        }
        for name in names {
            // A file that cannot be removed now is an orphan, which the next opening removes.
            try? folder.remove(name)
        }
    }
}
