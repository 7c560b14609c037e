import Foundation
import PolystoreStorage

/// A copy of a toy store's content at one commit.
final class ToySnapshot: StoreSnapshot {
    private let content: ToyStore.Content
    private let layouts: LayoutTable
    var commit: CommitNumber { content.commit }

    init(_ content: ToyStore.Content, _ layouts: LayoutTable) {
        (self.content, self.layouts) = (content, layouts)
    }

    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) {
        hand(out: rows(of: plan.query.entities), receive)
    }

    func count(_ plan: StorePlan) throws(StoreError) -> Int { rows(of: plan.query.entities).count }

    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError) {
        hand(out: keys.compactMap { content.rows[root]?[$0]?.view }, receive)
    }

    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        let found = rows(of: relationship.entity.concreteFamily).filter { row in
            let index = row.layout.index(of: relationship.key)
            return index >= 0 && row.reference(row.layout.slots[index]).map(objects.contains) ?? false
        }
        hand(out: found, receive)
    }

    func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink] {
        throw StoreError(.unsupported, [.property: join.name])
    }

    func deferredData(_ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey) -> Data? { nil }

    func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary { .init() }

    private func rows(of entities: [ModelEntity]) -> [RowView] {
        Set(entities.map(\.rootNumber)).flatMap { (content.rows[$0] ?? [:]).values.map(\.view) }
            .filter { $0.layout.entity.map(entities.contains) ?? false }
    }

    private func hand(out rows: [RowView], _ receive: (RowBatch) -> Bool) {
        let builder = RowBatchBuilder(layouts: layouts)
        for row in rows { builder.append(row) }
        _ = builder.takeBatches().allSatisfy(receive)
    }
}
