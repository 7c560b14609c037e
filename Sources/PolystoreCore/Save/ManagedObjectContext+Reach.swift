import PolystoreModel

extension ManagedObjectContext {
    /// Finds to-one relationships that are taken from objects whose store is not open.
    ///
    /// A change or the deletion of the owner does that, and the other side could neither be asked nor told. A
    /// relationship without an inverse, or with the rule No Action, has nothing to tell.
    func validateReach(of object: ManagedObject, _ failures: inout [ValidationFailure]) {
        guard !object.flags.contains(.inserted) else { return }
        let stored = object.storedRow()
        withExtendedLifetime(object) {
            for relationship in object.entity.relationships where !relationship.isToMany {
                guard relationship.inverse != nil, relationship.deleteRule != .noAction else { continue }
                let index = stored.layout.index(of: relationship.key)
                guard index >= 0, !stored.isMissing(stored.layout.slots[index]),
                    let target = stored.reference(stored.layout.slots[index]),
                    target.store != object.batch.store, coordinator.store(target.store) == nil
                else { continue }
                if object.flags.contains(.deleted) || object.reference(of: relationship) != target {
                    failures.append(ValidationFailure(.inverseAbsent, object, relationship.name))
                }
            }
        }
    }
}
