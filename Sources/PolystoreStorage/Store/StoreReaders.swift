/// What a store's engine tells of the readers of the store, of all processes, at one moment.
public struct StoreReaders: Hashable, Sendable {
    /// The engine's table of readers in its own words, line by line; empty for an engine that has none.
    public var table: [String]
    /// The part of the log that a reader keeps from being copied into the store's file, and so the log from being emptied;
    /// nil for an engine without a log.
    public var heldLogBytes: Int?

    /// Makes an account.
    public init(table: [String] = [], heldLogBytes: Int? = nil) {
        self.table = table
        self.heldLogBytes = heldLogBytes
    }
}
