import Synchronization

/// Tells threads to come to an end.
public final class StopFlag: Sendable {
    private let value = Atomic(false)

    /// Makes a flag that is not set.
    public init() {}

    /// Whether the work is to end.
    public var isSet: Bool { value.load(ordering: .relaxed) }
    /// Tells the work to end.
    public func set() { value.store(true, ordering: .relaxed) }
}
