/// How closures that a context's broadcasts call refer to a list.
final class ListReference: Sendable {
    // SAFETY: set once in init. The broadcasts of a context call their listeners on the context's executor, and nothing else
    // uses what is referred to here; whoever holds the last reference may release it on any thread.
    nonisolated(unsafe) private weak var weakList: LiveList?
    // SAFETY: as above.
    nonisolated(unsafe) private let ownedList: LiveList?

    /// Refers to a list that someone else holds, or holds it.
    init(_ list: LiveList, isOwning: Bool) {
        weakList = list
        ownedList = isOwning ? list : nil
    }

    /// The list; nil when it is gone.
    var list: LiveList? { ownedList ?? weakList }
}
