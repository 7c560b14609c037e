/// A consistent view of an engine's tables at one commit, readable from any thread until it is released.
public protocol OrderedSnapshot: OrderedReading, Sendable {}
