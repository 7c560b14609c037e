import PolystoreModel

extension WriterThread {
    /// Makes all commits durable, by one that changes nothing and waits for the disk; nothing happens when they are.
    func synchronize() throws(StoreError) {
        try settle()
        guard debt.withLock({ $0.isUnsynchronized || $0.isLogged }) else { return }
        try commitAlone(.full) { () throws(StoreError) in }
    }

    /// Makes what the store owes: saves over several stores that were decided while it could not commit.
    ///
    /// - Throws: What keeps it from that now; it owes the rest still.
    func settle() throws(StoreError) {
        while let owed = debt.withLock({ $0.owed.first }) {
            do throws(StoreError) {
                switch owed.what {
                case .changes(let redo):
                    try commitAlone(.losesLastSavesOnPowerCut, isLogged: true) { () throws(StoreError) in
                        try redo(apply)
                    }
                case .prepared(let transaction): try finish(transaction, commits: true)
                }
            } catch {
                guard error.code != .failed, error.code != .closed else { throw error }
                throw named(
                    StoreError(
                        .behind, [.reason: "a save over several stores was made, and this store could not keep it yet"],
                        cause: error))
            }
            debt.withLock { _ = $0.owed.removeFirst() }
        }
    }

    /// Whether the store lacks a save that was decided.
    var isBehind: Bool { debt.withLock { !$0.owed.isEmpty } }

    /// Ends a prepared transaction that no session has open.
    func finish(_ transaction: JointTransaction, commits: Bool) throws(StoreError) {
        guard state == .open else { throw named(StoreError(state == .closed ? .closed : .failed)) }
        let store = try preparing()
        do throws(StoreError) {
            guard commits else { return try store.rollbackPrepared(transaction) }
            try commitBarrier.commit { () throws(StoreError) in
                willPublish()
                snapshots.drop()
                _ = try store.commitPrepared(transaction)
                willPublish()
                snapshots.drop()
            }
        } catch {
            if error.leavesStateUnknown { fail() }
            throw named(error)
        }
    }

    private func commitAlone(
        _ durability: Durability, isLogged: Bool = false, _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        try begin(durability)
        debt.withLock { $0.begin(isLogged: isLogged, durability) }
        do throws(StoreError) {
            try body()
        } catch {
            rollback()
            throw error
        }
        try prepare()
        _ = try commitBarrier.commit { () throws(StoreError) in try commit() }
    }
}
