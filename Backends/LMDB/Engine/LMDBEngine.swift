import CPolystoreLMDB
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The engine of LMDB stores: one file, mapped into memory; readers never wait for the writer, nor it for them.
final class LMDBEngine: OrderedEngine {
    /// A snapshot that the engine takes away when it is closed.
    private struct Held { weak var snapshot: LMDBSnapshot? }

    private struct State {
        /// Nil when closed.
        var environment: LMDBEnvironment?
        var snapshots: [Held] = []
        /// How many snapshots are remembered before those that have gone are forgotten.
        var capacity = 16
    }

    private let state: Protected<State>
    private let lock: WriterLock?

    /// Makes the engine of an open file; the lock, if it is to be written, is given back when the engine is closed.
    init(_ environment: LMDBEnvironment, lock: WriterLock?) {
        self.lock = lock
        state = Protected(State(environment: environment))
    }

    /// 511 bytes a key, 2 GiB a value; several processes may read.
    static let limits = EngineLimits(
        maximumKeyLength: 511, maximumValueLength: Int(Int32.max), isDurable: true, sharedReading: true)

    var limits: EngineLimits { Self.limits }

    func snapshot() throws(StoreError) -> LMDBSnapshot {
        let snapshot = try LMDBSnapshot(try environment())
        let isKept = state.withLock { state in
            guard state.environment != nil else { return false }
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

    func begin(_ durability: Durability) throws(StoreError) -> LMDBTransaction {
        let environment = try environment()
        try environment.set(durability)
        return try LMDBTransaction(environment)
    }

    /// Takes idle snapshots away, and lets others read to the end of what they are reading; then the file is closed.
    func close() throws(StoreError) {
        let (environment, snapshots) = state.withLock { state in
            defer { state = State() }
            return (state.environment, state.snapshots)
        }
        defer { lock?.release() }
        guard let environment else { return }
        for held in snapshots { held.snapshot?.revoke() }
        // What was committed without a sync is put on the disk with the last chance to tell that it cannot be.
        if environment.mode == .write { try environment.synchronize() }
    }

    /// The open file.
    func environment() throws(StoreError) -> LMDBEnvironment {
        guard let environment = state.withLock(\.environment) else { throw StoreError(.closed) }
        return environment
    }
}
