import PolystoreModel
import PolystoreStorage

/// The engine of stores that lie in files of a key-value library.
public final class FileEngine<File: EngineFile>: OrderedEngine {
    /// A snapshot that the engine takes away when it is closed.
    private struct Held { weak var snapshot: FileSnapshot<File.Reading>? }

    private struct State {
        /// Nil when closed.
        var file: File?
        var snapshots: [Held] = []
        /// How many snapshots are remembered before those that have gone are forgotten.
        var capacity = 16
    }

    private let state: Protected<State>
    private let writes: Bool

    /// Makes the engine of an open file.
    ///
    /// - Parameters:
    ///   - file: The file; closed with its last reference.
    ///   - writes: Whether it is open for writing.
    public init(_ file: File, writes: Bool) {
        self.writes = writes
        state = Protected(State(file: file))
    }

    /// What the library can take.
    public var limits: EngineLimits { File.limits }

    /// Takes a view of the last commit.
    public func snapshot() throws(StoreError) -> FileSnapshot<File.Reading> {
        let snapshot = FileSnapshot(try file().beginReading())
        let isKept = state.withLock { state in
            guard state.file != nil else { return false }
            if state.snapshots.count >= state.capacity {
                state.snapshots.removeAll { $0.snapshot == nil }
                state.capacity = max(16, state.snapshots.count * 2)
            }
            state.snapshots.append(Held(snapshot: snapshot))
            return true
        }
        guard isKept else { throw StoreError(.closed) }
        return snapshot
    }

    /// Begins the write transaction.
    public func begin(_ durability: Durability) throws(StoreError) -> FileTransaction<File.Writing> {
        let file = try file()
        return try FileTransaction { () throws(StoreError) in try file.beginWriting(durability) }
    }

    /// Takes idle snapshots away, and lets others read to the end of what they are reading; then the file is closed.
    public func close() throws(StoreError) {
        let (file, snapshots) = state.withLock { state in
            defer { state = State() }
            return (state.file, state.snapshots)
        }
        for held in snapshots { held.snapshot?.revoke() }
        // What was committed without a sync is put on the disk with the last chance to tell that it cannot be.
        if writes { try file?.synchronize() }
    }

    private func file() throws(StoreError) -> File {
        guard let file = state.withLock(\.file) else { throw StoreError(.closed) }
        return file
    }
}
