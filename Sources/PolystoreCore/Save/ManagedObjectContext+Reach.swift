import PolystoreModel

/// Links that a save would break without telling the other side, because its store is not open or cannot be written.
///
/// A relationship without an inverse, or with the rule No Action, has nothing to tell.
extension ManagedObjectContext {
    /// Finds relationships of a changed or deleted object whose other side can be neither asked nor told.
    func validateReach(
        of object: ManagedObject, _ checks: ObjectChecks, _ failures: inout [ValidationFailure]
    ) {
        guard !object.flags.contains(.inserted), !checks.reach.isEmpty else { return }
        if !object.isFault, checks.staysInside(object.storedRow()) { return }
        for relationship in checks.reach {
            let code =
                relationship.isToMany ? obstacle(toMany: relationship, object) : obstacle(toOne: relationship, object)
            if let code { failures.append(ValidationFailure(code, object, relationship.name)) }
        }
    }

    /// What stands against changing a to-one relationship, or against the deletion of its object.
    private func obstacle(
        toOne relationship: ModelRelationship, _ object: ManagedObject
    ) -> ValidationFailure.Code? {
        // A fault has no row that could have changed, and may be gone.
        if object.isFault, !object.flags.contains(.deleted) { return nil }
        let stored = object.storedRow()
        let target = withExtendedLifetime(object) { () -> ObjectID? in
            // A reference without a peer stays inside the store.
            guard let slot = stored.slot(of: relationship.key)?.pointee, slot.hasPeer else { return nil }
            return stored.reference(slot)
        }
        guard let target, let code = obstacle(telling: target, object) else { return nil }
        return object.flags.contains(.deleted) || object.reference(of: relationship) != target ? code : nil
    }

    /// What stands against taking members out of a to-many relationship, or against the deletion of its object.
    private func obstacle(
        toMany relationship: ModelRelationship, _ object: ManagedObject
    ) -> ValidationFailure.Code? {
        let isDeleted = object.flags.contains(.deleted)
        if isDeleted, !isInReach(relationship) { return .inverseAbsent }
        // The rows of members say the rest of a relationship without pairs, and are validated on their own.
        guard let join = relationship.join else { return nil }
        let state = toManyState(object.identity, relationship)
        let taken = isDeleted ? Array(state.stored) : Array(state.removed)
        if let code = taken.lazy.compactMap({ self.obstacle(telling: $0, object) }).first { return code }
        let isForward = join.forward === relationship
        let isHomeless = (state.added + state.removed).contains { member in
            let (source, target) = isForward ? (object.identity, member) : (member, object.identity)
            return coordinator.store(coordinator.linkHome(join, source: source, target: target)) == nil
        }
        return isHomeless ? .inverseAbsent : nil
    }

    /// Why an object cannot follow what happens to its inverse.
    private func obstacle(telling target: ObjectID, _ object: ManagedObject) -> ValidationFailure.Code? {
        guard target.store != object.batch.store else { return nil }
        guard let store = coordinator.store(target.store) else { return .inverseAbsent }
        return store.access == .readWrite ? nil : .inverseReadOnly
    }
}
