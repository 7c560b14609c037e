/// The join table of a many-to-many relationship, or of a to-many relationship without inverse.
///
/// Each pair is (source, target): the source is an object of the side whose entity sorts first by its UTF-8 bytes
/// (then the relationship's name); both ends may be ordered, each with order keys of its own.
public final class ModelJoin: Sendable {
    /// The relationship from the pairs' sources to their targets.
    public let forward: ModelRelationship
    /// The relationship from the pairs' targets to their sources; nil when there is no inverse, and `forward` itself
    /// when a relationship is its own inverse.
    public let backward: ModelRelationship?

    init(forward: ModelRelationship, backward: ModelRelationship?) {
        self.forward = forward
        self.backward = backward
    }

    /// `Entity.relationship` of the forward side: the join's name in stores.
    public var name: String { "\(forward.entity.name).\(forward.name)" }

    /// Whether a relationship is its own inverse, so that each pair stands for both directions.
    public var isReflexive: Bool { backward === forward }
}

extension ModelJoin: Hashable {
    /// Whether both are the same join of the same model.
    public static func == (left: ModelJoin, right: ModelJoin) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
