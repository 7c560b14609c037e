import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Takes over what another context saved: changed objects show the new values under their unsaved changes, deleted
    /// ones go, and to-many relationships are read anew when they are needed.
    ///
    /// A changed object that keeps unsaved changes keeps them on top of the new row, so that its save no longer
    /// conflicts with what was merged. One that was deleted meanwhile keeps them too, and its save meets the conflict. A
    /// context that reads a generation moves on to the newest commits. When rows cannot be read, that is the access error.
    ///
    /// - Complexity: One round trip for each store and hierarchy with changed objects that are registered here.
    public func mergeChanges(from event: SaveEvent) {
        guard mayWrite() else { return }
        do {
            source.advance()
            try withoutKeepingChanges { try takeRows(of: event.updated.union(event.inserted)) }
        } catch {
            recordAccessError(error)
        }
        finishMerging(event)
    }

    /// Merges the saves that have arrived while other threads used the context, in their order.
    ///
    /// A child's merge asks its parent. When the parent's user waits for this context, the merge gives way, and is left
    /// to the work that is waited for: that acts in the parent's place, and merges first. A main thread that is busy
    /// for long leaves it to the next work in the same way.
    func mergeArrivedSaves() {
        while let event = executor.takeArrivedSave() {
            do {
                source.advance()
                try WaitGraph.shared.yielding {
                    try withoutKeepingChanges { try takeRows(of: event.updated.union(event.inserted)) }
                }
            } catch let error as ContextError where [.waitingCycle, .mainQueueNotServed].contains(error.code) {
                executor.putBackArrivedSave(event)
                return
            } catch {
                recordAccessError(error)
            }
            finishMerging(event)
        }
    }

    /// Forgets what the event made stale.
    ///
    /// Tells of everything that the event changed here, also of objects that are not registered: a view that shows the
    /// result of a fetch may have to fetch again.
    private func finishMerging(_ event: SaveEvent) {
        for key in toMany.keys { refetch(key) }
        forgetUnstoredReferences()
        for objectID in event.deleted { takeDeletion(of: objectID) }
        for objectID in event.inserted where registered(objectID)?.isFault ?? true {
            journal.noteInsertion(of: objectID)
        }
        for objectID in event.updated where registered(objectID)?.isFault ?? true {
            journal.noteRefresh(of: objectID)
        }
        announceChanges()
        childSaves.send(event)
    }

    private func takeDeletion(of objectID: ObjectID) {
        guard let object = registered(objectID) else {
            childLineage.forget(objectID)
            journal.noteDeletion(of: objectID)
            return
        }
        guard !object.flags.contains(.tracked) else {
            // It stays with its unsaved changes, but lists without these have to leave it out.
            journal.noteRefresh(of: objectID)
            if !object.flags.contains(.deleted) { keepAmongMembers(object) }
            return
        }
        observation?.willChange(object)
        detach(object)
        journal.noteDeletion(of: objectID)
    }

    /// Gives registered objects their newest rows; those whose row is gone keep the one that they have.
    private func takeRows(of objectIDs: Set<ObjectID>) throws {
        let known = objectIDs.filter { objectID in
            guard let object = registered(objectID) else { return false }
            return object.flags.isDisjoint(with: [.fault, .inserted, .detached, .inaccessible])
        }
        guard !known.isEmpty else { return }
        var rebased: [(ManagedObject, [ReferenceState])] = []
        try source.rows(of: Array(known)) { batch in
            var rows = batch.makeIterator()
            while let offset = rows.nextOffset() {
                let row = batch.row(at: offset)
                // A batch may hold more rows than were asked for; they are as new.
                guard let object = registered(row.objectID), !object.isFault, !object.flags.contains(.inserted) else {
                    continue
                }
                if object.flags.contains(.tracked) { rebased.append((object, referenceStates(of: object))) }
                rebase(object, batch, offset)
                journal.noteRefresh(of: row.objectID)
            }
            return true
        }
        for (object, before) in rebased { reconcile(object, with: before) }
    }

    /// Puts an object on a newer row, with its unsaved changes on top.
    func rebase(_ object: ManagedObject, _ batch: RowBatch, _ offset: Int) {
        observation?.willChange(object, from: object.storedRow(), to: batch.row(at: offset))
        let mine = object.changedRow
        let changed = mine.map { RowComparison.differingSlots($0, object.storedRow()) }
        object.adopt(objectBatch(batch, batch.row(at: offset)), offset: offset)
        guard let mine, let changed else { return }
        let merged = MutableRow.copy(of: object.storedRow(), to: mine.layout)
        changed.forEach { merged.copySlot(at: $0, from: mine.view) }
        object.changedRow = merged
    }

    /// To-one relationships that are found through the other side are looked for anew, unless they were changed here.
    private func forgetUnstoredReferences() {
        for objectID in ownersWithUnstoredReferences {
            guard let object = registered(objectID), let overlay = object.overlay else { continue }
            if let observation {
                for key in overlay.unstoredReferences.keys { observation.willChange(object, key) }
            }
            overlay.unstoredReferences = overlay.unstoredReferences.filter {
                overlay.changedRelationships.contains($0.key)
            }
        }
        ownersWithUnstoredReferences = ownersWithUnstoredReferences.filter {
            !(registered($0)?.overlay?.unstoredReferences.isEmpty ?? true)
        }
    }
}
