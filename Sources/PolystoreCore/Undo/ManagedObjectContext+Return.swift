import Foundation
import PolystoreModel

/// How deleted objects come back.
extension ManagedObjectContext {
    /// Brings an object back that was deleted, with the values that it had.
    ///
    /// - Returns: Whether it came back; not when it is there, when another object stands in its place, or when large data of
    ///   it went with its row, which another context had changed.
    func bringBack(_ object: ManagedObject) -> Bool {
        observation?.willChange(object)
        if object.flags.contains(.detached) {
            guard object.batch.anchor === anchor, !object.readableRow().hasDeferredData, makeRoom(for: object.identity)
            else {
                return false
            }
            adoptAgain(object)
        } else if object.flags.contains(.deleted) {
            unpropagatedDeletes.removeAll { $0 === object }
            object.flags.subtract([.deleted, .propagated])
            // What was read while it was deleted left it out.
            for (key, state) in toMany where state.hidesDeleted { toMany[key]?.becomeFault() }
        } else {
            return false
        }
        journal.noteInsertion(of: object.identity)
        journal.noteArrival(of: object)
        return true
    }

    /// Registers an object as a new one, under its own ID.
    private func adoptAgain(_ object: ManagedObject) {
        object.flags.remove(.detached)
        object.flags.formUnion([.inserted, .tracked, .noted, .identified])
        maps.insert(object)
        tracked.append(object)
        forgetStates(of: object)
        // Of a row that was saved all is written again, with versions behind those that it had.
        _ = object.writableRow()
    }

    /// Whether an ID is free, after a stand-in for an object without a row has been let go.
    private func makeRoom(for objectID: ObjectID) -> Bool {
        guard let other = registered(objectID) else { return true }
        guard other.isFault || other.flags.contains(.inaccessible) else { return false }
        maps.remove(other)
        inaccessibleObjects.removeAll { $0 === other }
        other.flags.insert(.detached)
        return true
    }

    /// Lets the objects that an object refers to know of it again.
    func linkAgain(_ object: ManagedObject) {
        for relationship in object.entity.relationships where relationship.form == .reference {
            let row = object.readableRow()
            guard let slot = row.slot(of: relationship.key)?.pointee, let target = row.reference(slot) else { continue }
            guard let partner = changeable(target) else {
                writeReference(of: object, relationship, nil)
                continue
            }
            if let inverse = relationship.inverse { linkInverse(of: partner, inverse, object) }
        }
    }

    /// Takes values that lie beside the rows of deleted objects into memory: a save removes them, and undo brings them
    /// back.
    ///
    /// - Throws: What the store throws that has them.
    func keepLargeValuesOfDeleted() throws {
        guard undoManager != nil else { return }
        for object in tracked where object.flags.contains(.deleted) && !object.flags.contains(.inserted) {
            let row = object.readableRow()
            var values: [(key: PropertyKey, data: Data)] = []
            for slot in row.layout.slots where slot.kind.mayBeDeferred {
                guard let deferred = row.deferredData(slot) else { continue }
                do {
                    let data = try deferredData(
                        of: object.identity, version: row.version, property: slot.key, deferred)
                    values.append((slot.key, data))
                } catch let error as ContextError where error.code == .objectMissing {
                    // Data that is gone belongs to a row that others have changed: the save meets the conflict.
                    continue
                }
            }
            guard !values.isEmpty, let own = object.writableRow() else { continue }
            for (key, data) in values {
                let index = own.layout.index(of: key)
                if index >= 0 { try own.set(.data(data), at: index) }
            }
        }
    }

    /// Makes an object a clean one when nothing is left of its changes.
    func forgetVainChanges(of object: ManagedObject) {
        guard object.flags.contains(.updated), object.flags.isDisjoint(with: [.inserted, .deleted, .locked]) else {
            return
        }
        for relationship in object.entity.relationships where relationship.isToMany {
            guard hasStoredMembers(ToManyKey(object.identity, relationship.key), relationship) else { return }
        }
        guard hasStoredRow(object), hasCommittedTransients(object) else { return }
        // A reference that another object's row holds is as that is.
        for relationship in object.entity.relationships where !relationship.isToMany {
            guard object.overlay?.changedRelationships.contains(relationship.key) ?? false,
                let target = object.overlay?.unstoredReferences[relationship.key]
            else { continue }
            guard let target, let partner = registered(target), hasStoredRow(partner) else { return }
        }
        object.rollBackAddition()
        untrack(object)
    }

    /// Whether the members of a relationship are as they are stored, in their order.
    private func hasStoredMembers(_ key: ToManyKey, _ relationship: ModelRelationship) -> Bool {
        toMany[key]?.forgetVainOrder()
        guard let state = toMany[key], state.hasChanges else { return true }
        // Members that refer to their owner are what their own rows say.
        guard relationship.form == .inverseReference, !relationship.isOrdered,
            (state.added + state.removed.inOrder).allSatisfy({ !(registered($0)?.hasChanges ?? false) })
        else { return false }
        toMany[key]?.discardChanges()
        return true
    }

    /// Whether an object's row is as it is stored.
    private func hasStoredRow(_ object: ManagedObject) -> Bool {
        guard object.flags.isDisjoint(with: [.inserted, .deleted]) else { return false }
        return object.changedRow.map { RowComparison.differingSlots($0, object.storedRow()).isEmpty } ?? true
    }

    private func hasCommittedTransients(_ object: ManagedObject) -> Bool {
        guard let overlay = object.overlay, overlay.hasRareValues else { return true }
        let (now, before) = (overlay.transients, overlay.committedTransients)
        return Set(now.keys).union(before.keys).allSatisfy { key in
            guard let value = now[key] as? AnyHashable, let former = before[key] as? AnyHashable else {
                return now[key] == nil && before[key] == nil
            }
            return value == former
        }
    }
}
