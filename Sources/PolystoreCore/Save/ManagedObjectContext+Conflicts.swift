import PolystoreModel
import PolystoreStorage

/// Settles conflicts by the merge policy, after all locks are released; the save is tried again afterwards.
extension ManagedObjectContext {
    func settle(_ conflicts: SaveConflicts) throws { try withoutKeepingChanges { try settleByPolicy(conflicts) } }

    private func settleByPolicy(_ conflicts: SaveConflicts) throws {
        source.beginSettling()
        let stored = try storedRows(of: conflicts)
        guard mergePolicy != .error else { throw saveError(conflicts, stored) }
        try refuseWithoutData(conflicts, stored)
        // Versions first: settling them may settle what is not unique.
        for conflict in conflicts.versions { try settle(conflict, stored[conflict.object]) }
        try applyPendingDeletes()
        guard conflicts.versions.isEmpty else { return }
        for conflict in conflicts.uniqueness { try settle(conflict) }
        try applyPendingDeletes()
    }

    private typealias StoredRow = (batch: RowBatch, offset: Int)

    private func storedRows(of conflicts: SaveConflicts) throws -> [ObjectID: (batch: RowBatch, offset: Int)] {
        var result: [ObjectID: StoredRow] = [:]
        try source.rows(of: conflicts.versions.map(\.object)) { batch in
            var rows = batch.makeIterator()
            while let offset = rows.nextOffset() { result[batch.row(at: offset).objectID] = (batch, offset) }
            return true
        }
        return result
    }

    /// An object comes back as a whole or not at all: what its row kept out went with the row.
    private func refuseWithoutData(
        _ conflicts: SaveConflicts, _ stored: [ObjectID: (batch: RowBatch, offset: Int)]
    ) throws {
        guard !storeWins else { return }
        var lost = conflicts
        lost.uniqueness = []
        lost.versions.removeAll { conflict in
            guard stored[conflict.object] == nil, let object = registered(conflict.object), !object.isFault,
                !object.flags.contains(.deleted)
            else { return true }
            return !object.readableRow().hasDeferredData
        }
        if !lost.isEmpty { throw saveError(lost, stored) }
    }

    /// Whether the policy gives way to what is stored.
    private var storeWins: Bool { mergePolicy == .rollback || mergePolicy == .mergeByPropertyStoreTrump }

    /// Members whose places were settled stand where the store has them: orders are read anew when they are needed.
    func forgetOrders() {
        for key in toMany.keys {
            if changedRelationship(key)?.isOrdered ?? false { refetch(key) }
        }
    }

    private func saveError(
        _ conflicts: SaveConflicts, _ stored: [ObjectID: (batch: RowBatch, offset: Int)]
    ) -> SaveError {
        let merge = conflicts.versions.map { conflict -> MergeConflict in
            let row = stored[conflict.object].map { $0.batch.row(at: $0.offset) }
            let object = registered(conflict.object)
            // A fault, or what the context does not know any more, is only referred to, and its row is gone.
            let known = object.flatMap { $0.isFault ? nil : $0 }
            return MergeConflict(
                object: conflict.object, entity: object?.entity.name ?? conflict.object.root.name,
                oldVersion: Int(conflict.expected), newVersion: Int(conflict.found),
                contextValues: known?.readableRow().valuesByName ?? [:],
                oldValues: known?.storedRow().valuesByName ?? [:], storeValues: row?.valuesByName)
        }
        let constraints = conflicts.uniqueness.map {
            ConstraintConflict(
                constraint: $0.constraint.text, properties: $0.constraint.properties.map(\.name), object: $0.object,
                other: $0.other)
        }
        return SaveError(.conflict, conflicts: merge, constraintConflicts: constraints)
    }

    private func settle(_ conflict: StoreConflicts.Version, _ stored: (batch: RowBatch, offset: Int)?) throws {
        guard let object = registered(conflict.object) else {
            // Only referred to, and not known any more.
            if stored == nil { clearLinks(to: conflict.object) }
            return
        }
        guard let stored else {
            settleVanished(object)
            return
        }
        if object.flags.contains(.deleted) {
            adoptKeepingLinks(object, stored)
            if storeWins { takeBackDeletion(of: object) } else { try takeNewReferences(to: object) }
            return
        }
        switch mergePolicy {
        case .rollback:
            adoptKeepingLinks(object, stored)
            discardChanges(of: object)
        case .overwrite, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump: merge(object, stored)
        case .error: return
        }
        awake(object, from: .mergePolicy)
    }

    /// Puts the context's changes on top of the stored row, slot by slot.
    private func merge(_ object: ManagedObject, _ stored: (batch: RowBatch, offset: Int)) {
        let mine = object.changedRow
        let changed = mine.map { RowComparison.differingSlots($0, object.storedRow()) } ?? SlotSet()
        let base = object.batch
        let baseRow = object.storedRow()
        let before = referenceStates(of: object)
        defer { reconcile(object, with: before) }
        adoptStored(object, stored)
        guard let mine else { return }
        let theirs = object.storedRow()
        let merged = MutableRow.copy(of: theirs, to: mine.layout)
        withExtendedLifetime(base) {
            for index in mine.layout.slots.indices {
                let isMine = changed.contains(index)
                let takesMine: Bool
                switch mergePolicy {
                // Data out of the row that the context did not change is no longer in the store.
                case .overwrite: takesMine = isMine || mine.view.deferredData(mine.layout.slots[index]) == nil
                case .mergeByPropertyObjectTrump: takesMine = isMine
                default: takesMine = isMine && isUnchanged(index, mine.layout, from: baseRow, to: theirs)
                }
                if takesMine { merged.copySlot(at: index, from: mine.view) }
            }
        }
        object.changedRow = merged
        journal.noteRefresh(of: object.identity)
    }

    private func isUnchanged(_ index: Int, _ layout: RowLayout, from old: RowView, to new: RowView) -> Bool {
        let key = layout.slots[index].key
        let oldIndex = old.layout.index(of: key)
        let newIndex = new.layout.index(of: key)
        guard oldIndex >= 0, newIndex >= 0 else { return oldIndex == newIndex }
        return RowComparison.isEqual(old, old.layout.slots[oldIndex], new, new.layout.slots[newIndex])
    }

    private func adoptStored(_ object: ManagedObject, _ stored: (batch: RowBatch, offset: Int)) {
        let row = stored.batch.row(at: stored.offset)
        observation?.willChange(object, from: object.storedRow(), to: row)
        object.adopt(objectBatch(stored.batch, row), offset: stored.offset)
    }

    private func adoptKeepingLinks(_ object: ManagedObject, _ stored: (batch: RowBatch, offset: Int)) {
        let before = referenceStates(of: object)
        adoptStored(object, stored)
        reconcile(object, with: before)
    }

    /// The row is gone: the store's side is a deletion, the context's a changed or deleted object.
    private func settleVanished(_ object: ManagedObject) {
        // Of one whose row could not be read nothing is here that could come back.
        let isUnknown = object.isFault || object.flags.contains(.inaccessible)
        if object.flags.contains(.deleted) || storeWins || isUnknown {
            clearLinks(to: object.identity)
            tracked.removeAll { $0 === object }
            detach(object)
            journal.noteDeletion(of: object.identity)
            return
        }
        // The context's object comes back under its own key, which others know.
        _ = object.writableRow()
        object.flags.subtract([.updated, .locked])
        object.flags.formUnion([.inserted, .identified])
        keepAmongMembers(object)
    }

    private func settle(_ conflict: StoreConflicts.Uniqueness) throws {
        guard let object = registered(conflict.object), object.flags.isDisjoint(with: [.deleted, .detached]) else {
            return
        }
        // Of several with the same values, one pair after the other: the next attempt meets what is left.
        if let known = registered(conflict.other), !known.flags.isDisjoint(with: [.deleted, .detached]) { return }
        if registered(conflict.other)?.isFault ?? true { try readRows(of: [conflict.other]) }
        guard let other = registered(conflict.other), other !== object else { return }
        switch mergePolicy {
        case .mergeByPropertyObjectTrump, .overwrite:
            guard object.flags.contains(.inserted) else {
                // Two stored objects: only one can keep the value; the one of this save does, the other goes.
                delete(other)
                break
            }
            copyValues(from: object, to: other)
            moveMembers(from: object, to: other)
            delete(object)
        case .mergeByPropertyStoreTrump, .rollback:
            if object.flags.contains(.inserted) {
                moveMembers(from: object, to: other)
                delete(object)
            } else {
                restoreStored(conflict.constraint.properties, of: object)
            }
        case .error: break
        }
        try applyPendingDeletes()
    }

    /// Updates the stored object with the values of the new one that may not be stored beside it.
    private func copyValues(from object: ManagedObject, to other: ManagedObject) {
        guard let row = other.writableRow() else { return }
        let source = object.readableRow()
        for slot in source.layout.slots where slot.kind != .orderKey && !slot.kind.isReference {
            let index = row.layout.index(of: slot.key)
            if index >= 0, !source.isMissing(slot) || mergePolicy == .overwrite {
                row.copySlot(at: index, from: source)
            }
        }
        for relationship in object.entity.relationships
        where !relationship.isToMany && other.entity.isKind(of: relationship.entity) {
            if let target = object.reference(of: relationship), let member = relatedObject(target, relationship) {
                other.setReference(member, of: relationship)
            }
        }
    }

    /// What was linked to the object that goes is linked to the one that stays, which is the same thing of the world.
    private func moveMembers(from object: ManagedObject, to other: ManagedObject) {
        for relationship in object.entity.relationships where other.entity.isKind(of: relationship.entity) {
            if relationship.isToMany {
                for member in relatedObjects(members(of: object, relationship), relationship)
                where !member.flags.contains(.deleted) && member !== object {
                    object.removeMember(member, from: relationship)
                    other.addMember(member, to: relationship, at: nil)
                }
            } else if let inverse = relationship.inverse, !inverse.isToMany, other.reference(of: relationship) == nil,
                let target = object.reference(of: relationship)
            {
                other.setReference(relatedObject(target, relationship), of: relationship)
            }
        }
    }

    private func restoreStored(_ properties: [ModelProperty], of object: ManagedObject) {
        guard let row = object.writableRow() else { return }
        let stored = object.storedRow()
        for property in properties {
            let index = row.layout.index(of: property.key)
            guard index >= 0 else { continue }
            switch property {
            case .attribute: row.copySlot(at: index, from: stored)
            // The inverses go with it.
            case .relationship(let relationship):
                let target = stored.value(for: property.key)
                if case .object(let target) = target {
                    object.setReference(relatedObject(target, relationship), of: relationship)
                } else {
                    object.setReference(nil, of: relationship)
                }
            }
        }
    }
}

extension RowView {
    /// The values of all properties by name, for conflicts.
    var valuesByName: [String: Value] {
        Dictionary(
            layout.slots.filter { $0.kind != .orderKey }.map { ($0.key.name, value($0)) },
            uniquingKeysWith: { first, _ in first })
    }
}
