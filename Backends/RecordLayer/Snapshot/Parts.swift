import Synchronization

/// Parts of something large, which two threads take one after another until there is none left.
final class Parts: Sendable {
    /// How many there are.
    let count: Int
    private let next = Atomic(0)

    init(count: Int) { self.count = count }

    /// The number of a part that nobody has taken; nil when there is none left.
    func take() -> Int? {
        let part = next.add(1, ordering: .relaxed).oldValue
        return part < count ? part : nil
    }
}
