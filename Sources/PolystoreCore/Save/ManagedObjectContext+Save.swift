import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Saves everything that was changed, all or nothing, in every store that it touches (P2).
    ///
    /// In this order: delete rules, `willSave` until nothing changes, validation, then the stores check versions and
    /// uniqueness and write. Conflicts are settled by the merge policy and the save is tried again. When it returns, the
    /// changes are on disk (P3); then `didSave` is called and the save is announced. When it throws, nothing was written
    /// and the context is as it was, but for what `willSave` changed.
    ///
    /// - Throws: `SaveError` with every validation failure or conflict, `CoordinatorError` or `StoreError` when a store
    ///   failed, and the access error if there is one.
    /// - Complexity: One transaction in each touched store.
    public func save() throws {
        try beginUse()
        let isOutermost = !isSaving
        isSaving = true
        defer { if isOutermost { endSaving() } }
        try throwAccessError()
        faultCounter = FaultCounter()
        guard !tracked.isEmpty || changedToMany.contains(where: { toMany[$0]?.hasChanges ?? false }) else {
            source.advanceGeneration()
            try processPendingChanges()
            return
        }
        try prepareForSave()
        try keepLargeValuesOfDeleted()
        defer { source.endSettling() }
        for attempt in 0..<Self.conflictAttempts {
            var plan = try SavePlanBuilder(context: self).build()
            do {
                let behind = try commit(&plan)
                source.advance()
                finish(plan)
                if attempt > 0 { forgetOrders() }
                if let behind { throw behind }
                return
            } catch let error {
                guard let conflicts = SaveConflicts(error), !conflicts.isEmpty else { throw error }
                try settle(conflicts)
                try keepLargeValuesOfDeleted()
                try validateUntilStable()
            }
        }
        throw SaveError(.unresolved)
    }

    /// Has the stores make a save.
    ///
    /// - Returns: The error of a save that was made although a store has yet to catch up with it.
    private func commit(_ plan: inout SavePlan) throws -> CoordinatorError? {
        guard !plan.isEmpty else { return nil }
        do {
            plan.changes.commits = try source.save(plan.changes).commits
            return nil
        } catch let error as CoordinatorError where error.code == .storeBehind {
            plan.changes.commits = error.committed
            return error
        }
    }

    /// The changes that a save would make now, after delete rules; hooks and validation of a save are left out.
    ///
    /// - Throws: What delete rules, order keys and kept data throw when rows cannot be read.
    package func pendingChanges() throws -> ChangeSet {
        try applyPendingDeletes()
        return try SavePlanBuilder(context: self).build().changes
    }

    /// How often a save is tried when its merge policy settles conflicts and new ones come up.
    private static var conflictAttempts: Int { 16 }

    private func endSaving() {
        isSaving = false
        undoManager?.endSaving()
    }

    /// Where the changes of a save that is made now come from.
    var changeOrigin: ChangeOrigin { ChangeOrigin(contextName: name, author: transactionAuthor, context: number) }

    /// Takes what was saved as the objects' state, and announces it.
    private func finish(_ plan: SavePlan) {
        forgetLineageWithoutChildren()
        let saved = tracked
        let changed = tracked.allSatisfy({ $0.hasChanges }) ? tracked : tracked.filter(\.hasChanges)
        let event = isSaveHeard ? SaveEvent(plan.changes) : nil
        tracked = []
        unpropagatedDeletes = []
        for read in streamedReads {
            for rows in plan.rows {
                read.note(saved: rows.items.lazy.map { $0.object.withObject { $0.identity } })
            }
            read.note(deleted: plan.deletes.lazy.map(\.identity))
        }
        for rows in plan.rows { adopt(rows) }
        forgetDeleted(plan.deletes)
        saved.forEach { object in
            guard !object.flags.contains(.detached) else { return }
            untrack(object)
            object.flags.insert(.identified)
            object.commitAddition()
        }
        for key in changedToMany {
            toMany[key]?.acceptSaved()
            // Of what was not read nothing is known any more.
            if toMany[key]?.isFault ?? false { toMany[key] = nil }
        }
        changedToMany = []
        // What settling conflicts has read anew.
        announceChanges()
        changed.forEach { $0.didSave() }
        if let event { announceSaved(event) }
    }

    /// Gives objects their saved rows.
    private func adopt(_ rows: SavePlan.Rows) {
        var next = 0
        for saved in rows.batches {
            let items = rows.items[next..<(next + saved.count)]
            next += saved.count
            guard let first = items.first else { continue }
            // Most batches have rows of one hierarchy.
            var batch = objectBatch(saved, root: first.object.withObject { $0.batch.root })
            for item in items {
                item.object.withObject { object in
                    if object.batch.root != batch.root { batch = objectBatch(saved, root: object.batch.root) }
                    let offset = Int(item.offset)
                    object.adopt(batch, offset: offset)
                    if !childLineage.isEmpty {
                        childLineage.saved(object.identity, as: saved.row(at: offset).version)
                    }
                }
            }
        }
    }

    /// Whether a save has listeners: of this context, of others on its source, or its own children.
    private var isSaveHeard: Bool {
        saveBroadcast.isHeard || source.broadcast.isHeard || childSaves.isHeard || postsNotifications
    }

    private func forgetDeleted(_ objects: [ManagedObject]) {
        var known: (entity: Unmanaged<ModelEntity>, toMany: [ModelRelationship])?
        objects.forEach { object in
            let entity = object.unmanagedEntity
            if known?.entity.toOpaque() != entity.toOpaque() { known = (entity, checks(of: entity).toMany) }
            detach(object, known?.toMany)
        }
    }

    /// Makes the next save check that an object's row has not changed, although the object itself is not changed.
    public func detectConflicts(for object: ManagedObject) {
        guard mayWrite(), !object.flags.contains(.inserted) else { return }
        _ = object.storedRow()
        guard !object.flags.contains(.inaccessible) else { return }
        object.flags.insert(.locked)
        if object.flags.insert(.tracked).inserted { tracked.append(object) }
    }
}
