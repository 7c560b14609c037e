import Synchronization

/// Numbers contexts, so that an event tells which context it came from even when that context is gone.
enum ContextNumber {
    private static let last = Atomic<UInt>(0)

    static func next() -> UInt { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
