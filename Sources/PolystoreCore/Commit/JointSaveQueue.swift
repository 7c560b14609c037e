import PolystoreStorage

/// Joint saves that wait for the same stores: those that come together share one commit in each store, one entry of the
/// commit log and one wait for the disk.
///
/// A save that finds none at work commits at once; all that come meanwhile go together behind it, led by one of them.
final class JointSaveQueue: Sendable {
    private struct State {
        /// By the numbers of the stores: saves over other stores are not waited for.
        var waiting: [[StoreNumber]: [JointSave]] = [:]
        var isLed: Set<[StoreNumber]> = []
    }

    /// How many saves share a commit at most.
    private static let largestGroup = 128

    private let state = ConditionLock(State())

    /// Saves, alone or with others.
    ///
    /// - Parameters:
    ///   - save: The save.
    ///   - commit: Commits some saves over the same stores, and tells each how it ended.
    /// - Returns: The commits of the save.
    /// - Throws: How the save ended.
    func run(_ save: JointSave, _ commit: ([JointSave]) -> Void) throws(CoordinatorError) -> CommitReceipt {
        let stores = save.parts.map(\.store.number)
        state.update(waking: { state in
            state.waiting[stores, default: []].append(save)
            return ((), false)
        })
        while true {
            // A save far behind in the queue is not in the first group that it leads.
            if let result = save.result { return try result.get() }
            let group = state.wait { state in save.result == nil ? Self.lead(stores, &state) : [] }
            guard let group, !group.isEmpty else { continue }
            commit(group)
            state.update { _ = $0.isLed.remove(stores) }
        }
    }

    /// Takes the saves that go together now; nil while others are at work.
    private static func lead(_ stores: [StoreNumber], _ state: inout State) -> [JointSave]? {
        guard !state.isLed.contains(stores), let waiting = state.waiting[stores] else { return nil }
        state.isLed.insert(stores)
        let rest = waiting.dropFirst(largestGroup)
        state.waiting[stores] = rest.isEmpty ? nil : Array(rest)
        return Array(waiting.prefix(largestGroup))
    }
}
