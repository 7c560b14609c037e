/// What must not be in a history.
///
/// The first ones are read off the values, the others are cycles of dependencies.
enum Anomaly: String, CaseIterable {
    /// A read found what no transaction wrote, or one number twice.
    case inventedValue = "invented value"
    /// A read found what was refused (G1a).
    case abortedRead = "aborted read (G1a)"
    /// A read found some of what one save wrote to one key, and not the rest (G1b).
    case intermediateRead = "intermediate read (G1b)"
    /// A transaction did not find its own unsaved changes in the value, or found them changed.
    case internalInconsistency = "internal inconsistency"
    /// A value changed within one cut, or an object in a context that did not refresh it.
    case fuzzyRead = "fuzzy read"
    /// A task did not find what it had saved before.
    case lostOwnWrite = "own write not read"
    /// A task found an older value than before.
    case backwardRead = "backward read"
    /// Two saves began from one value, and neither was to write over the other.
    case lostUpdate = "lost update"
    /// Values of one list that cannot follow each other.
    case incompatibleOrder = "incompatible order"
    /// Saves that precede each other (G0).
    case dirtyWrite = "dirty write (G0)"
    /// Transactions that read from each other (G1c).
    case circularFlow = "circular information flow (G1c)"
    /// A cut that has one of two writes of which the other came first, or is of the same save (G-single).
    case readSkew = "read skew (G-single)"
    /// Saves each of which was made from what another one changed (G2).
    case writeSkew = "write skew (G2)"
    /// Only the order of a task's transactions contradicts what they read.
    case sessionOrder = "order within a task"
    /// A read did not find what was saved before it began, or found what was not yet there.
    case staleRead = "stale read"
}
