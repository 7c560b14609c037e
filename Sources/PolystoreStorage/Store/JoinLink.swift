import PolystoreModel

/// One stored pair of a join table.
public struct JoinLink: Hashable, Sendable {
    /// The object of the forward side.
    public let source: ObjectID
    /// The object of the other side.
    public let target: ObjectID
    /// The place of the target in the source's order.
    public let targetOrder: Int64
    /// The place of the source in the target's order.
    public let sourceOrder: Int64

    /// Makes a pair.
    public init(source: ObjectID, target: ObjectID, targetOrder: Int64, sourceOrder: Int64) {
        self.source = source
        self.target = target
        self.targetOrder = targetOrder
        self.sourceOrder = sourceOrder
    }
}
