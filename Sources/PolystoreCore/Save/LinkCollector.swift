import PolystoreModel
import PolystoreStorage

/// Collects changes to pairs of join tables, each pair once, by the store that keeps it.
struct LinkCollector {
    private struct Pair: Hashable {
        let join: ModelJoin
        let source: ObjectID
        let target: ObjectID
    }

    private struct Change {
        var isRemoval: Bool
        var targetOrder: Int64?
        var sourceOrder: Int64?
    }

    let coordinator: PersistentStoreCoordinator
    private var changes: [Pair: Change] = [:]

    init(coordinator: PersistentStoreCoordinator) { self.coordinator = coordinator }

    mutating func put(_ join: ModelJoin, _ isForward: Bool, _ owner: ObjectID, _ member: ObjectID, _ place: Int64?) {
        let pair =
            isForward
            ? Pair(join: join, source: owner, target: member) : Pair(join: join, source: member, target: owner)
        var change = changes[pair] ?? Change(isRemoval: false)
        if change.isRemoval { return }
        if isForward {
            change.targetOrder = place ?? change.targetOrder
        } else {
            change.sourceOrder = place ?? change.sourceOrder
        }
        changes[pair] = change
    }

    /// A removal wins over whatever else is said of the pair: it comes from a deleted object or from both sides.
    mutating func remove(_ join: ModelJoin, _ isForward: Bool, _ owner: ObjectID, _ member: ObjectID) {
        let pair =
            isForward
            ? Pair(join: join, source: owner, target: member) : Pair(join: join, source: member, target: owner)
        changes[pair] = Change(isRemoval: true)
    }

    /// The changes for each store, in the order of joins and pairs.
    var byStore: [StoreNumber: [LinkChange]] {
        var result: [StoreNumber: [LinkChange]] = [:]
        guard !changes.isEmpty else { return result }
        let sorted = changes.sorted {
            ($0.key.join.name, $0.key.source, $0.key.target) < ($1.key.join.name, $1.key.source, $1.key.target)
        }
        for (pair, change) in sorted {
            let store = coordinator.linkHome(pair.join, source: pair.source, target: pair.target)
            result[store, default: []].append(
                LinkChange(
                    join: pair.join, source: pair.source, target: pair.target, kind: change.isRemoval ? .remove : .put,
                    targetOrder: change.targetOrder, sourceOrder: change.sourceOrder))
        }
        return result
    }
}
