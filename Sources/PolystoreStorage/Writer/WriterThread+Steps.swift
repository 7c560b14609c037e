import PolystoreModel

// The steps of a transaction, each guarded by the lifecycle. An error is given the store's name.
extension WriterThread {
    /// Begins a transaction.
    ///
    /// - Parameters:
    ///   - isLogged: Whether the commit log will have what is committed, so that the commit need not wait for the disk.
    ///   - waits: Whether the commit waits for the disk, whatever the store's durability is.
    /// - Throws: `behind` when the store owes a save and cannot make it; what beginning throws.
    func begin(isLogged: Bool, waits: Bool = false) throws(StoreError) {
        try settle()
        // A commit that a power cut can take must not be one that an entry of the log follows.
        if isLogged, debt.withLock({ $0.isUnsynchronized }) { try synchronize() }
        let wanted = waits ? .full : durability
        try begin(isLogged ? .losesLastSavesOnPowerCut : wanted)
        debt.withLock { $0.begin(isLogged: isLogged, wanted) }
    }

    func begin(_ durability: Durability) throws(StoreError) {
        try step(.begin) { () throws(StoreError) in try store.begin(durability) }
    }

    func apply(_ changes: StoreChanges) throws(StoreError) {
        guard state == .writing else { throw named(StoreError(.failed)) }
        do throws(StoreError) {
            try store.apply(changes)
        } catch {
            if error.leavesStateUnknown { fail() }
            throw named(error)
        }
    }

    func prepare() throws(StoreError) {
        do throws(StoreError) {
            try step(.prepare) { () throws(StoreError) in try store.prepare() }
        } catch {
            rollback()
            throw error
        }
    }

    /// The store, as one that prepares.
    func preparing() throws(StoreError) -> any PreparingStore {
        guard let store = store as? any PreparingStore else {
            throw named(StoreError(.unsupported, [.reason: "the store prepares no transactions"]))
        }
        return store
    }

    /// Prepares the transaction under a name, durably.
    func prepare(as transaction: JointTransaction) throws(StoreError) {
        do throws(StoreError) {
            let store = try preparing()
            try step(.prepare) { () throws(StoreError) in try store.prepare(as: transaction) }
        } catch {
            rollback()
            throw error
        }
        debt.withLock { $0.prepared = transaction }
    }

    /// Prepares the transaction, whose commit decides a save over several stores.
    func prepare(deciding transaction: JointTransaction) throws(StoreError) {
        do throws(StoreError) {
            try preparing().recordDecision(transaction)
        } catch {
            if error.leavesStateUnknown { fail() }
            rollback()
            throw named(error)
        }
        try prepare()
    }

    /// Commits; the caller holds the commit barrier.
    ///
    /// A transaction that is prepared under a name, and cannot be committed now, stays prepared.
    func commit() throws(StoreError) -> CommitNumber {
        // Idle snapshots would keep the store from taking back its log.
        willPublish()
        snapshots.drop()
        var number: CommitNumber = 0
        do throws(StoreError) {
            if let prepared = debt.withLock({ $0.prepared }) {
                let store = try preparing()
                try step(.commit) { () throws(StoreError) in number = try store.commitPrepared(prepared) }
                debt.withLock { $0.prepared = nil }
            } else {
                try step(.commit) { () throws(StoreError) in number = try store.commit() }
            }
        } catch {
            leave()
            throw error
        }
        debt.withLock { $0.commit() }
        willPublish()
        snapshots.drop()
        return number
    }

    /// Undoes the transaction, if there is one.
    ///
    /// One that is prepared under a name and cannot be undone fails the store: it is undone when the store is opened anew.
    func rollback() {
        let prepared = debt.withLock { $0.prepared }
        guard let prepared else { return leave() }
        do throws(StoreError) { try preparing().rollbackPrepared(prepared) } catch { return fail() }
        leave()
    }

    /// Ends the transaction, if there is one: undoes it, unless it is prepared under a name.
    private func leave() {
        let isNeeded = lifecycle.withLock { lifecycle in
            guard lifecycle.state == .writing || lifecycle.state == .prepared else { return false }
            do { try lifecycle.handle(.rollback) } catch { return false }
            return true
        }
        if debt.withLock({ $0.prepared.take() }) == nil, isNeeded { store.rollback() }
    }

    /// Marks the store as failed: its state is unknown until it is reopened.
    func fail() {
        let wasWriting = lifecycle.withLock { lifecycle in
            let state = lifecycle.state
            // A closed store stays closed.
            do { try lifecycle.handle(.fail) } catch { return false }
            return state == .writing || state == .prepared
        }
        if debt.withLock({ $0.prepared.take() }) == nil, wasWriting { store.rollback() }
        willPublish()
        snapshots.drop()
    }

    /// Ends the thread, and closes the store unless it is left to its readers.
    func close(leavesStoreOpen: Bool = false) throws(StoreError) {
        let wasClosed = state == .closed
        do throws(StoreError) {
            try lifecycle.withLock { lifecycle in
                Result { () throws(StoreError) in try lifecycle.handle(.close) }
            }.get()
        } catch {
            throw named(error)
        }
        stop()
        willPublish()
        snapshots.drop()
        guard !wasClosed, !leavesStoreOpen else { return }
        do throws(StoreError) { try store.close() } catch { throw named(error) }
    }

    private func step(
        _ event: StoreLifecycle.Event, _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(StoreError) {
            // The transition is tried on a copy first: it counts once the store did it.
            var probe = lifecycle.withLock { $0 }
            try probe.handle(event)
            try body()
            let next = probe
            lifecycle.withLock { $0 = next }
        } catch {
            if error.leavesStateUnknown { fail() }
            throw named(error)
        }
    }

    /// An error with the store's name in its details.
    func named(_ error: StoreError) -> StoreError {
        guard error.details[.store] == nil else { return error }
        var error = error
        error.details[.store] = name
        return error
    }
}
