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
        while let redo = debt.withLock({ $0.redo.first }) {
            do throws(StoreError) {
                try commitAlone(.losesLastSavesOnPowerCut, isLogged: true) { () throws(StoreError) in try redo(apply) }
            } catch {
                guard error.code != .failed, error.code != .closed else { throw error }
                throw named(
                    StoreError(
                        .behind, [.reason: "a save over several stores was made, and this store could not keep it yet"],
                        cause: error))
            }
            debt.withLock { _ = $0.redo.removeFirst() }
        }
    }

    /// Whether the store lacks a save that was decided.
    var isBehind: Bool { debt.withLock { !$0.redo.isEmpty } }

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
