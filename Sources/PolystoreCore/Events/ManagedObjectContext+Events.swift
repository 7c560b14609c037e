import Foundation
import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// The saves of this context from now on.
    public var saves: AsyncStream<SaveEvent> { saveBroadcast.values() }

    /// What changes in this context from now on, saved or not: one event for each turn of `perform`, fetch or save.
    public var changes: AsyncStream<ChangeEvent> { changeBroadcast.values() }

    /// Announces what changed since the last time.
    func announceChanges() {
        guard !eventChanges.isEmpty else { return }
        defer { eventChanges = EventChanges() }
        guard changeBroadcast.isHeard || postsNotifications else { return }
        let event = eventChanges.event
        changeBroadcast.send(event)
        ContextNotifications.post(event, of: self)
    }

    func announceWillSave() { ContextNotifications.postWillSave(of: self) }

    func announceSaved(_ event: SaveEvent) {
        saveBroadcast.send(event)
        source.broadcast.send(event)
        ContextNotifications.post(event, of: self)
    }

    /// Takes over what another context saved: changed objects show the new values under their unsaved changes, deleted
    /// ones go, and to-many relationships are read anew when they are needed.
    ///
    /// - Complexity: One round trip for each hierarchy with changed objects that are registered here.
    public func mergeChanges(from event: SaveEvent) {
        checkExecutor()
        source.advance()
        defer { childSaves.send(event) }
        for key in toMany.keys { refetch(key) }
        for objectID in event.deleted { takeDeletion(of: objectID) }
        let stale = event.updated.union(event.inserted).compactMap(registered).filter { !$0.isFault }
        guard !stale.isEmpty else {
            announceChanges()
            return
        }
        do {
            try refresh(stale)
        } catch {
            recordAccessError(error)
        }
        announceChanges()
    }

    private func takeDeletion(of objectID: ObjectID) {
        guard let object = registered(objectID) else { return }
        // An object with unsaved changes stays, so that its save meets the conflict.
        guard !object.hasChanges else { return }
        tables[mapIndex(objectID.store, objectID.root)].remove(objectID.key)
        forgetStates(of: object)
        object.flags.insert(.detached)
        eventChanges.deleted.append(objectID)
    }

    /// Gives objects their newest rows; unsaved changes stay on top, with the version that they began from.
    private func refresh(_ objects: [ManagedObject]) throws {
        let clean = objects.filter { !$0.flags.contains(.tracked) }
        try source.rows(of: clean.map(\.identity)) { batch in
            var rows = batch.makeIterator()
            while let offset = rows.nextOffset() {
                let row = batch.row(at: offset)
                guard let object = registered(row.objectID) else { continue }
                object.adopt(objectBatch(batch, row), offset: offset)
                eventChanges.refreshed.append(row.objectID)
            }
            return true
        }
        for object in objects where object.flags.contains(.tracked) { refresh(object, mergesChanges: true) }
    }

    /// Begins or ends merging what others save.
    func updateAutomaticMerging() {
        guard automaticallyMergesChangesFromParent else {
            automaticMerging = nil
            return
        }
        guard automaticMerging == nil, handle.confinement != .thread else { return }
        let own = ObjectIdentifier(self)
        automaticMerging = source.broadcast.listen { [weak handle] event in
            guard event.origin != own, let handle else { return }
            handle.executor.schedule(whenNotServed: { _ in }) { handle.mergeLater(event) }
        }
    }
}

extension ContextHandle {
    /// Merges on the context's queue; a context that is gone has nothing to merge into.
    func mergeLater(_ event: SaveEvent) {
        guard let context = try? alive() else { return }  // gone: nothing to merge into
        runJoined {
            context.mergeChanges(from: event)
            context.sweep()
        }
    }
}
