import PolystoreModel

/// A change to one pair of a join table.
public struct LinkChange: Hashable, Sendable {
    /// What happens to the pair.
    public enum Kind: Hashable, Sendable {
        /// The pair is added, or its order keys replaced when it is there already.
        case put
        /// The pair is removed; nothing happens when it is not there.
        case remove
    }

    /// The join table.
    public let join: ModelJoin
    /// The object of the forward side.
    ///
    /// In a reflexive join both directions come as changes of their own.
    public let source: ObjectID
    /// The object of the other side.
    public let target: ObjectID
    /// What happens.
    public let kind: Kind
    /// The place of the target in the source's order; nil leaves it as it is, or is 0 for a new pair.
    public let targetOrder: Int64?
    /// The place of the source in the target's order; nil leaves it as it is, or is 0 for a new pair.
    public let sourceOrder: Int64?

    /// Makes a change.
    public init(
        join: ModelJoin, source: ObjectID, target: ObjectID, kind: Kind, targetOrder: Int64? = nil,
        sourceOrder: Int64? = nil
    ) {
        self.join = join
        self.source = source
        self.target = target
        self.kind = kind
        self.targetOrder = targetOrder
        self.sourceOrder = sourceOrder
    }
}
