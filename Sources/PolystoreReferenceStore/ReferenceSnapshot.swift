import Foundation
import PolystoreStorage
import Synchronization

/// A copy of a reference store's content.
final class ReferenceSnapshot: StoreSnapshot, RowSource {
    let content: ReferenceContent
    let layouts: LayoutTable
    let store: StoreNumber
    private let counter: ReferenceCounter
    private let newest: @Sendable () -> ReferenceContent

    init(
        _ content: ReferenceContent, _ layouts: LayoutTable, _ store: StoreNumber, _ counter: ReferenceCounter,
        newest: @escaping @Sendable () -> ReferenceContent
    ) {
        self.newest = newest
        self.content = content
        self.layouts = layouts
        self.store = store
        self.counter = counter
    }

    var commit: CommitNumber { content.commit }

    func joint() -> JointMark? { content.joint }

    /// The bytes of the rows that the store has no longer as the snapshot shows them.
    func retainedBytes() -> Int {
        let now = newest()
        return content.rows.reduce(0) { sum, rows in
            let current = now.rows[rows.key] ?? [:]
            return rows.value.reduce(sum) { sum, row in
                let isSame = current[row.key].map { $0.batch === row.value.batch && $0.offset == row.value.offset }
                return isSame == true ? sum : sum + row.value.view.length
            }
        }
    }

    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) {
        counter.count(.query)
        hand(out: try find(plan), receive)
    }

    func count(_ plan: StorePlan) throws(StoreError) -> Int {
        counter.count(.count)
        return try find(plan).count
    }

    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError) {
        counter.count(.keys)
        hand(out: keys.compactMap { content.rows[root]?[$0]?.view }, receive)
    }

    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        counter.count(.references)
        let wanted = Set(objects)
        let found = content.rows(of: relationship.entity.concreteFamily).filter { row in
            let index = row.layout.index(of: relationship.key)
            guard index >= 0, let object = row.reference(row.layout.slots[index]) else { return false }
            return wanted.contains(object)
        }
        hand(out: found, receive)
    }

    func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink] {
        counter.count(.links)
        let wanted = Set(objects)
        return (content.links[join] ?? [:]).filter { wanted.contains(forward ? $0.key.source : $0.key.target) }
            .map {
                JoinLink(
                    source: $0.key.source, target: $0.key.target, targetOrder: $0.value.target,
                    sourceOrder: $0.value.source)
            }
    }

    func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data? { nil }

    func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary {
        var summary = StoreCheck.Summary()
        for row in content.rows.values.flatMap(\.values) {
            summary.rows += 1
            summary.rowsByEntity[row.view.layout.entity?.name ?? "", default: 0] += 1
        }
        summary.links = content.links.values.reduce(0) { $0 + $1.count }
        return summary
    }

    private func find(_ plan: StorePlan) throws(StoreError) -> [RowView] {
        let query = plan.query
        let rows = content.rows(of: query.entities)
        guard plan.isExact, !plan.steps.contains("scan") else { return rows }
        do {
            let evaluator = query.predicate.map(PredicateEvaluator.init)
            let found = try rows.filter { try evaluator?.matches($0, source: self) ?? true }
            guard query.isOrdered else { return found }
            let sorter = RowSorter(RowOrdering(query.sortKeys, stores: [store]), limit: query.limit)
            for (number, row) in found.enumerated() { try sorter.add(row, number, source: self) }
            return sorter.finish().map { found[$0] }
        } catch {
            throw StoreError(.inputOutput, cause: error)
        }
    }

    /// Hands out rows in small batches, so that a few rows make several.
    private func hand(out rows: [RowView], _ receive: (RowBatch) -> Bool) {
        var rest = rows[...]
        while !rest.isEmpty {
            let builder = RowBatchBuilder(layouts: layouts)
            for row in rest.prefix(16) { builder.append(row) }
            rest = rest.dropFirst(16)
            for batch in builder.takeBatches() { guard receive(batch) else { return } }
        }
    }

    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        guard object.store == store else { return nil }
        return try (content.rows[object.root]?[object.key]?.view).map(body)
    }

    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        if let join = relationship.join {
            let isForward = join.forward === relationship
            return (content.links[join] ?? [:]).keys.filter { (isForward ? $0.source : $0.target) == object }
                .map { isForward ? $0.target : $0.source }
        }
        var result: [ObjectID] = []
        if let inverse = relationship.inverse {
            try rows(referencing: [object], through: inverse) { batch in
                result += batch.map(\.objectID)
                return true
            }
        }
        return result
    }
}
