import Foundation
import PolystoreStorage

/// What a defective store shows.
final class DefectiveSnapshot: StoreSnapshot {
    private let base: any StoreSnapshot
    private let defect: Defect?
    private let newest: @Sendable () throws(StoreError) -> any StoreSnapshot

    init(
        _ base: any StoreSnapshot, _ defect: Defect?,
        _ newest: @escaping @Sendable () throws(StoreError) -> any StoreSnapshot
    ) {
        (self.base, self.defect, self.newest) = (base, defect, newest)
    }

    var commit: CommitNumber { base.commit }

    func retainedBytes() throws(StoreError) -> Int { try base.retainedBytes() }

    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) {
        var plan = plan
        if defect == .mixesEntities, let entity = plan.query.entities.first {
            let root = entity.lineage.first ?? entity
            plan = .scan(StoreQuery(entities: root.concreteFamily))
        }
        var left = most
        try shown().rows(plan) { batch in
            left -= batch.count
            return left > 0 && receive(batch)
        }
    }

    func count(_ plan: StorePlan) throws(StoreError) -> Int { try shown().count(plan) }

    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError) {
        try shown().rows(root, keys: keys, receive)
    }

    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        if defect == .findsNoReferences { return }
        var left = most
        try shown().rows(referencing: objects, through: relationship) { batch in
            left -= batch.count
            return left > 0 && receive(batch)
        }
    }

    func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink] {
        try shown().links(join, from: objects, forward: forward)
    }

    func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data? {
        try shown().deferredData(root, key: key, version: version, property: property)
    }

    func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary {
        try shown().check(visit)
    }

    private func shown() throws(StoreError) -> any StoreSnapshot {
        defect == .showsNewestCommit ? try newest() : base
    }

    /// How many rows are handed out at most.
    private var most: Int { defect == .handsOutThousandRows ? 1_000 : .max }
}
