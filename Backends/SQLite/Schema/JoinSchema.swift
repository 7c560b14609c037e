import PolystoreModel

/// The table of one many-to-many relationship.
final class JoinSchema: Sendable {
    let join: ModelJoin
    let table: String
    /// The column with the keys of the forward side's objects, and the column with their peers.
    let source: String
    let sourcePeer: String
    /// The column with the keys of the other side's objects, and the column with their peers.
    let target: String
    let targetPeer: String
    /// The place of the target in the source's order; nil when the forward relationship has none.
    let targetOrder: String?
    /// The place of the source in the target's order; nil when the backward relationship has none.
    let sourceOrder: String?
    /// Whether the table is named by the other side, whose column is the second then.
    let isTurned: Bool
    /// The index for the way back.
    let index: String

    /// The columns of keys, in the order of the table.
    var columns: [String] { isTurned ? [target, source] : [source, target] }
    /// The columns of places, in the order of the table.
    var orders: [String] { (isTurned ? [targetOrder, sourceOrder] : [sourceOrder, targetOrder]).compactMap(\.self) }

    init(
        join: ModelJoin, table: String, source: String, sourcePeer: String, target: String, targetPeer: String,
        targetOrder: String?, sourceOrder: String?, isTurned: Bool, index: String
    ) {
        self.join = join
        self.table = table
        self.source = source
        self.sourcePeer = sourcePeer
        self.target = target
        self.targetPeer = targetPeer
        self.targetOrder = targetOrder
        self.sourceOrder = sourceOrder
        self.isTurned = isTurned
        self.index = index
    }
}
