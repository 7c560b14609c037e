import PolystoreModel
import PolystoreStorage

/// What a save writes of to-many relationships: order keys in rows, pairs of join tables.
extension ManagedObjectContext {
    /// Gives the members of changed ordered relationships their places.
    func giveOrderKeys() throws {
        for key in changedToMany {
            // The relationship first: a state is copied, with all it refers to, when it is taken out.
            guard let relationship = changedRelationship(key), relationship.isOrdered,
                let state = toMany[key], state.hasChanges
            else { continue }
            try giveOrderKeys(key, state)
        }
        try throwAccessError()
    }

    /// Gives the members of one changed relationship their places, if it is ordered.
    func giveOrderKeys(_ key: ToManyKey, _ state: ToManyState) throws {
        guard let owner = registered(key.owner), !owner.flags.contains(.deleted),
            let relationship = changedRelationship(key), relationship.isOrdered
        else { return }
        if state.isFault { try materialize(relationship, of: [owner]) }
        let members = toMany[key]?.members ?? []
        var state = state
        let places = OrderKeys.assign(members.map { state.isAdded($0) ? nil : toMany[key]?.orders[$0] })
        for (member, place) in zip(members, places) where toMany[key]?.orders[member] != place {
            toMany[key]?.orders[member] = place
            toMany[key]?.replaced.insert(member)
            guard relationship.form == .inverseReference, let object = relatedObject(member, relationship) else {
                continue
            }
            guard let row = object.writableRow() else { continue }
            let index = row.layout.index(of: relationship.orderKey)
            if index >= 0 { row.setInteger(place, at: index) }
        }
    }

    /// Adds the pairs of join tables that come, go or move.
    func addLinks(to plan: inout SavePlan) throws {
        var links = LinkCollector(coordinator: coordinator)
        for key in changedToMany {
            guard let relationship = changedRelationship(key), relationship.form == .join,
                let join = relationship.join, let state = toMany[key]
            else { continue }
            let isForward = join.forward === relationship
            for member in state.removed { links.remove(join, isForward, key.owner, member) }
            if isForward || join.backward == nil || relationship.isOrdered {
                for member in state.added + state.replaced.subtracting(state.added) {
                    let place = relationship.isOrdered ? state.orders[member] : nil
                    links.put(join, isForward, key.owner, member, place)
                }
            }
        }
        var known: (entity: Unmanaged<ModelEntity>, joins: [ModelRelationship])?
        try plan.deletes.forEach { object in
            let entity = object.unmanagedEntity
            if known?.entity.toOpaque() != entity.toOpaque() { known = (entity, checks(of: entity).joins) }
            if let known { try removePairs(of: object, known.joins, &links) }
        }
        for (store, changes) in links.byStore { plan.changes[store, default: StoreChanges()].links += changes }
    }

    /// The pairs of a deleted object go with it, whatever the delete rule.
    private func removePairs(
        of object: ManagedObject, _ joins: [ModelRelationship], _ links: inout LinkCollector
    ) throws {
        for relationship in joins {
            guard let join = relationship.join, isInReach(relationship) else { continue }
            let isForward = join.forward === relationship
            if toManyState(object.identity, relationship).isFault { try materialize(relationship, of: [object]) }
            for member in toManyState(object.identity, relationship).stored {
                links.remove(join, isForward, object.identity, member)
            }
        }
    }

    func changedRelationship(_ key: ToManyKey) -> ModelRelationship? {
        if let owner = registered(key.owner) {
            if case .relationship(let found)? = owner.entity.property(for: key.relationship) { return found }
            return nil
        }
        // The owner is not here; some entity of its hierarchy declares the relationship.
        guard let root = model.entity(named: key.owner.root.name) else { return nil }
        for entity in root.family {
            if case .relationship(let found)? = entity.property(for: key.relationship) { return found }
        }
        return nil
    }
}
