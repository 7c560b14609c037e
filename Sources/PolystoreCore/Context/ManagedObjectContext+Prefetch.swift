import PolystoreModel

extension ManagedObjectContext {
    /// Reads the objects of relationship paths along, from objects that were fetched as those of an entity.
    func prefetch(
        _ paths: [[ModelRelationship]], from objects: [ManagedObject], of entity: ModelEntity
    ) throws {
        for path in paths {
            var current = objects
            for (place, relationship) in path.enumerated() where !current.isEmpty {
                // What was fetched has the relationships of the entity: no object has to be looked at.
                let isOwned = place == 0 && entity.isKind(of: relationship.entity)
                let owners = isOwned ? current : owners(of: relationship, among: current)
                let isLast = place == path.count - 1
                current =
                    try relationship.isToMany
                    ? prefetchMembers(relationship, of: owners, isLast: isLast)
                    : prefetchTargets(relationship, of: owners, isLast: isLast)
            }
        }
    }

    /// The objects whose entity has a relationship.
    private func owners(of relationship: ModelRelationship, among objects: [ManagedObject]) -> [ManagedObject] {
        let entity = relationship.entity
        // Objects of one entity mostly: it is asked for once.
        var last: ModelEntity?
        let owns = { (object: ManagedObject) in
            let own = object.entity
            if own === last { return true }
            guard own.isKind(of: entity) else { return false }
            last = own
            return true
        }
        return objects.allSatisfy(owns) ? objects : objects.filter(owns)
    }

    /// Reads the members of a to-many relationship along, and returns them unless it was the last of its path.
    private func prefetchMembers(
        _ relationship: ModelRelationship, of owners: [ManagedObject], isLast: Bool
    ) throws -> [ManagedObject] {
        // Rows of members that are found through them come along; members that were known may be faults.
        let bringsRows = isLast && relationship.form == .inverseReference
        let known = bringsRows ? owners.filter { !toManyState($0.identity, relationship).isFault } : owners
        try materialize(relationship, of: owners)
        var wanted: [ObjectID] = []
        for owner in known {
            if let members = toMany[ToManyKey(owner.identity, relationship.key)]?.members { wanted += members }
        }
        // An object with one owner at most is met once.
        if relationship.form != .inverseReference { wanted = Array(Set(wanted)) }
        let unread = wanted.filter { registered($0)?.isFault ?? true }
        if !unread.isEmpty { try readRows(of: unread) }
        return isLast ? [] : wanted.compactMap { registered($0) }
    }

    /// Reads the objects of a to-one relationship along, and returns them unless it was the last of its path.
    private func prefetchTargets(
        _ relationship: ModelRelationship, of owners: [ManagedObject], isLast: Bool
    ) throws -> [ManagedObject] {
        try readUnstoredReferences(relationship, of: owners)
        // Many refer to few: those that were met or read already are passed over before anything is collected.
        var met = RecentIdentities(among: owners.count)
        var unread: Set<ObjectID> = []
        var wanted: Set<ObjectID> = []
        owners.forEach { owner in
            guard let target = owner.reference(of: relationship), met.insert(target) else { return }
            if !isLast { wanted.insert(target) }
            if registered(target)?.isFault ?? true { unread.insert(target) }
        }
        if !unread.isEmpty { try readRows(of: Array(unread)) }
        return isLast ? [] : wanted.compactMap { registered($0) }
    }
}
