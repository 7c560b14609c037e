/// What becomes of a new row whose values for a uniqueness constraint a stored object has already.
public enum BatchConflictPolicy: Hashable, Sendable {
    /// The request is refused, and nothing is inserted.
    case refuse
    /// The row is passed over. Of two rows of the request that collide, the first stays.
    case keepStored
    /// The stored object takes the values that the row sets, and keeps the others. Two rows of the request that concern one
    /// object are refused: which one counts would depend on their order.
    case update
}
