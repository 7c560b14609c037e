import PolystoreModel

/// How many faults of each kind were fulfilled one at a time.
struct FaultCounter {
    /// A row of an entity, or a relationship of an owner.
    private enum Kind: Hashable {
        case row(Int)
        case relationship(PropertyKey)
    }

    private var counts: [Kind: Int] = [:]

    /// Counts another one and gives the new number.
    mutating func count(_ entity: ModelEntity, _ relationship: ModelRelationship?) -> Int {
        let kind = relationship.map { Kind.relationship($0.key) } ?? .row(entity.index)
        counts[kind, default: 0] += 1
        return counts[kind, default: 0]
    }
}
