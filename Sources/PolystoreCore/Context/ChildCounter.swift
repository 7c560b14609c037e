import Synchronization

/// How many children a context has now; a child may go on any thread.
final class ChildCounter: Sendable {
    private let count = Atomic(0)

    /// Whether there is none.
    var isZero: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

    func add() { count.add(1, ordering: .sequentiallyConsistent) }

    func remove() { count.subtract(1, ordering: .sequentiallyConsistent) }
}
