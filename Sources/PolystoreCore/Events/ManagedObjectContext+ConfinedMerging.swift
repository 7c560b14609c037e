import PolystoreModel

extension ManagedObjectContext {
    /// Lets only callers on the context's executor pass; a context of a thread first merges what has arrived.
    ///
    /// - Throws: `ContextError` with code `wrongExecutor`; debug builds stop instead.
    func beginUse() throws(ContextError) {
        try requireExecutor()
        mergeIntoConfined()
    }

    /// Merges the saves that have arrived into a context of a thread, for which no queue does it.
    ///
    /// Not within a save, a hook or a read that hands out batches: what these see stays as it is to their end.
    func mergeIntoConfined() {
        guard executor.confinement == .thread, automaticMerging != nil, !isSaving, !isAwaking, streamedReads.isEmpty
        else { return }
        mergeArrivedSaves()
    }
}
