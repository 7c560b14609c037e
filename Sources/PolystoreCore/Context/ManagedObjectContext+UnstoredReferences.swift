import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Reads what a to-one relationship that rows do not keep leads to, for several objects at once.
    ///
    /// - Complexity: One round trip for each store; none where rows keep the relationship, or it is known.
    func readUnstoredReferences(_ relationship: ModelRelationship, of owners: [ManagedObject]) throws {
        // Only the other side of a one-to-one relationship can keep it instead.
        guard relationship.form == .reference, relationship.inverse?.form == .reference else { return }
        var unknown: [ObjectID: ManagedObject] = [:]
        for owner in owners where !owner.isFault && owner.knownReference(of: relationship) == nil {
            unknown[owner.identity] = owner
        }
        guard !unknown.isEmpty else { return }
        var found: [ObjectID: ObjectID] = [:]
        try source.members(of: relationship, owners: Array(unknown.keys)) { batch in
            take(batch)
            return true
        } _: { member in
            found[member.owner] = found[member.owner] ?? member.member
        }
        for (identity, owner) in unknown {
            owner.madeOverlay().unstoredReferences[relationship.key] = .some(found[identity])
            ownersWithUnstoredReferences.insert(identity)
        }
    }
}
