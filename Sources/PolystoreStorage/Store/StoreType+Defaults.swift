import PolystoreModel

extension StoreType {
    /// Whether there is a store, or something else in its place; the store is not opened for use.
    public func exists(_ description: PersistentStoreDescription) throws(StoreError) -> Bool {
        if let existence { return try existence(description) }
        do throws(StoreError) {
            _ = try metadata(description)
            return true
        } catch {
            guard error.code == .missing else { throw error }
            return false
        }
    }

    /// What the engine tells of the readers of a store, in all processes; nil of an engine that tells nothing.
    ///
    /// - Throws: `missing`; `alreadyOpen` where the engine cannot be asked beside this process's own opening.
    public func readers(of description: PersistentStoreDescription) throws(StoreError) -> StoreReaders? {
        guard let readersOfStore else { return nil }
        return try readersOfStore(description)
    }

    /// Takes the place of a store, so that no program opens or makes a store there; throws when one has it open for
    /// writing.
    ///
    /// To replace several stores, all of their places are taken before the first is changed.
    public func reserve(_ description: PersistentStoreDescription) throws(StoreError) -> StoreReservation {
        if let reservation { return try reservation(description) }
        let (metadata, destroy, copy) = (metadata, destroy, copy)
        return StoreReservation(
            metadata: { () throws(StoreError) in try metadata(description) },
            destroy: { () throws(StoreError) in try destroy(description) },
            replace: { (source) throws(StoreError) in
                try destroy(description)
                try copy(source, description)
            }, release: {})
    }
}
