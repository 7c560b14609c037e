import Synchronization

/// Numbers for moments, and for what is written: each greater than all before it.
final class Clock: Sendable {
    private let last = Atomic(0)

    func tick() -> Int { last.add(1, ordering: .sequentiallyConsistent).newValue }
}
