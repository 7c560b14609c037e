import PolystoreStorage

/// A walk through a table that a file lacks.
public final class EmptyScan: EngineScan {
    /// Makes a walk that is over.
    public init() {}

    /// Appends nothing.
    public func append(_ limit: Int, to entries: inout [Entry]) throws(StoreError) {}

    /// Nothing.
    public func count(_ limit: Int) throws(StoreError) -> Int { 0 }

    /// Gives nothing back.
    public func end() {}
}
