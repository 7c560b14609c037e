import PolystoreModel
import PolystoreStorage

extension Routing {
    /// Whether the pairs of a join between two stores lie in the target's store: only when that one is volatile and the
    /// source's is not, because a durable store never refers into a volatile one.
    func keepsPairsWithTarget(source: Int, target: Int) -> Bool {
        stores[target].isVolatile && !stores[source].isVolatile
    }

    /// Whether a durable store leaves out the references of a to-one relationship, because some may lead into a
    /// volatile store; the inverse keeps them.
    func omits(_ relationship: ModelRelationship, at position: Int) -> Bool {
        !stores[position].isVolatile && homes(ofFamily: relationship.destination).contains { stores[$0].isVolatile }
    }

    /// What each store keeps, and what may lead out of it.
    ///
    /// - Parameter keepsPeers: Whether every reference has room to lead out, so that stores can be added later.
    /// - Returns: The placements in the order of the stores.
    /// - Throws: `volatileReference` for the first relationship that no store could keep.
    func placements(keepsPeers: Bool) throws(CoordinatorError) -> [StorePlacement] {
        var placements: [StorePlacement] = []
        for position in stores.indices { placements.append(try placement(at: position, keepsPeers: keepsPeers)) }
        return placements
    }

    private func placement(at position: Int, keepsPeers: Bool) throws(CoordinatorError) -> StorePlacement {
        var placement = StorePlacement()
        let references = Set(entities(of: position).flatMap(\.relationships)).filter { $0.form == .reference }
        for relationship in references {
            if omits(relationship, at: position) {
                try checkInverseKeeps(relationship, at: position)
                placement.omittedReferences.insert(relationship)
            } else if keepsPeers || homes(ofFamily: relationship.destination).contains(where: { $0 != position }) {
                placement.leavingReferences.insert(relationship)
            }
        }
        for join in model.joins {
            let sources = homes(ofFamily: join.forward.entity)
            let targets = homes(ofFamily: join.forward.destination)
            var keeps = keepsPeers
            var leaves = keepsPeers
            for source in sources {
                for target in targets {
                    let home = keepsPairsWithTarget(source: source, target: target) ? target : source
                    guard home == position else { continue }
                    keeps = true
                    if source != target { leaves = true }
                }
            }
            if keeps { placement.joins.append(join) }
            if leaves { placement.leavingJoins.insert(join) }
        }
        return placement
    }

    /// A reference that a durable store leaves out must be found through a to-one inverse in every destination store.
    private func checkInverseKeeps(_ relationship: ModelRelationship, at position: Int) throws(CoordinatorError) {
        let destinations = homes(ofFamily: relationship.destination)
        let isKept =
            relationship.inverse.map { inverse in
                inverse.form == .reference && !destinations.contains { omits(inverse, at: $0) }
            } ?? false
        guard !isKept else { return }
        let volatile = destinations.filter { stores[$0].isVolatile }.map { stores[$0].name }.joined(separator: ", ")
        throw CoordinatorError(
            .volatileReference,
            [
                .entity: relationship.entity.name, .property: relationship.name, .store: stores[position].name,
                .found: volatile,
            ])
    }
}
