import PolystoreModel

extension ManagedObjectContext {
    /// The saves of this context from now on, each after it is on disk; they end when the context goes.
    public var saves: AsyncStream<SaveEvent> { saveBroadcast.values() }

    /// The changes of this context from now on, saved or not.
    ///
    /// There is one event for each turn of `perform`, fetch or save. They end when the context goes.
    public var changes: AsyncStream<ChangeEvent> {
        let values = changeBroadcast.values()
        listenAgain()
        return values
    }

    /// Lets changes be kept while there are listeners.
    ///
    /// Of objects that were changed before it is the next changes: without listeners, they were not noted.
    func listenAgain() {
        updateListening()
        for object in tracked { object.flags.remove(.noted) }
    }

    /// Finds out whether there are listeners: the end of one is not reported.
    func updateListening() {
        guard journal.depth < .properties else { return }
        journal.depth = changeBroadcast.isHeard || postsNotifications ? .objects : .nothing
    }

    /// Ends the group of changes, and announces what changed in it.
    func announceChanges() {
        guard journal.depth > .nothing else { return }
        updateListening()
        guard !journal.isEmpty else { return }
        let event = journal.event
        journalReader?(journal)
        takeUndoStep()
        // Before the event is sent: a listener may fetch, which announces what there is, and change objects.
        journal.clear()
        // Their next changes are noted anew.
        for objectID in event.inserted.union(event.updated) { registered(objectID)?.flags.remove(.noted) }
        changeBroadcast.send(event)
        ContextNotifications.post(event, of: self)
    }

    func announceWillSave() { ContextNotifications.postWillSave(of: self) }

    func announceSaved(_ event: SaveEvent) {
        saveBroadcast.send(event)
        source.broadcast.send(event)
        childSaves.send(event)
        ContextNotifications.post(event, of: self)
    }

    /// Begins or ends merging what other contexts save.
    func updateAutomaticMerging() {
        guard automaticallyMergesChangesFromParent else {
            automaticMerging = nil
            executor.dropArrivedSaves()
            return
        }
        guard automaticMerging == nil else { return }
        let own = number
        automaticMerging = source.broadcast.listen { [weak executor] event in
            guard event.origin != own, let executor else { return }
            executor.arrive(event)
            // A context of a thread has no queue: it merges when it is used next.
            guard executor.confinement != .thread else { return }
            // A main queue that is not served merges when it is; no thread waits for it.
            executor.schedule(whenNotServed: nil) { executor.mergeArrivedSaves() }
        }
    }
}

extension ContextExecutor {
    /// Merges on the context's queue; a context that is gone has nothing to merge into.
    fileprivate func mergeArrivedSaves() {
        guard let context else { return }
        occupied {
            context.mergeArrivedSaves()
            context.prune()
        }
    }
}
