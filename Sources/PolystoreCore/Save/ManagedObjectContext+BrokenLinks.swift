import PolystoreModel
import PolystoreStorage

/// Settles links that other saves have broken, or that broke theirs.
extension ManagedObjectContext {
    /// Takes every unsaved link to an object back that is gone.
    func clearLinks(to gone: ObjectID) {
        for other in tracked where other.identity != gone && !other.flags.contains(.deleted) {
            for relationship in other.entity.relationships where !relationship.isToMany {
                guard other.reference(of: relationship) == gone else { continue }
                writeReference(of: other, relationship, nil)
            }
        }
        for key in changedToMany where toMany[key]?.isAdded(gone) ?? false { toMany[key]?.remove(gone) }
    }

    /// Applies the delete rules of a deleted object to objects that other contexts have linked to it meanwhile.
    func takeNewReferences(to object: ManagedObject) throws {
        for relationship in object.entity.relationships {
            guard let inverse = relationship.inverse, inverse.form == .reference, relationship.deleteRule != .noAction
            else { continue }
            if relationship.isToMany { toMany[ToManyKey(object.identity, relationship.key)]?.becomeFault() }
            for referrer in try newReferrers(to: object, inverse) {
                switch relationship.deleteRule {
                case .nullify: writeReference(of: referrer, inverse, nil)
                case .cascade: delete(referrer)
                // Denied at the validation that follows.
                case .deny, .noAction: break
                }
            }
        }
    }

    /// The objects whose stored rows refer to an object, with those rows.
    private func newReferrers(
        to object: ManagedObject, _ inverse: ModelRelationship
    ) throws -> [ManagedObject] {
        var found: [ObjectID] = []
        try source.rows(referencing: object.identity, through: inverse) { batch in
            var rows = batch.makeIterator()
            while let offset = rows.nextOffset() {
                let row = batch.row(at: offset)
                found.append(row.objectID)
                guard let known = registered(row.objectID), !known.isFault else {
                    _ = self.object(for: row, in: batch, offset: offset)
                    continue
                }
                guard known.storedRow().version != row.version else { continue }
                let before = referenceStates(of: known)
                rebase(known, batch, offset)
                reconcile(known, with: before)
            }
            return true
        }
        return found.compactMap(registered).filter {
            !$0.flags.contains(.deleted) && $0.reference(of: inverse) == object.identity
        }
    }
}
