import PolystoreStorage

/// A copy of a toy store's content at one commit.
final class ToySnapshot: StoreSnapshot {
    private let content: ToyStore.Content
    private let store: ToyStore

    init(_ content: ToyStore.Content, of store: ToyStore) { (self.content, self.store) = (content, store) }

    var commit: CommitNumber { content.metadata.watermark }
    /// At most a copy of each row for each later commit.
    func retainedBytes() -> Int {
        content.rows.values.joined().reduce(0) { $0 + $1.value.view.length } * Int(store.newestCommit() - commit)
    }

    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) { hand(out: rows(of: plan.query.entities), receive) }
    func count(_ plan: StorePlan) -> Int { rows(of: plan.query.entities).count }

    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) {
        hand(out: keys.compactMap { content.rows[root]?[$0]?.view }, receive)
    }

    func rows(referencing objects: [ObjectID], through link: ModelRelationship, _ receive: (RowBatch) -> Bool) {
        let found = rows(of: link.entity.concreteFamily).filter { row in
            row.reference(row.layout.slots[row.layout.index(of: link.key)]).map(objects.contains) ?? false
        }
        hand(out: found, receive)
    }

    func check(_ visit: (StoreCheck.Finding) -> Void) -> StoreCheck.Summary {
        var summary = StoreCheck.Summary()
        for row in content.rows.values.flatMap(\.values) {
            summary.rows += 1
            summary.rowsByEntity[row.view.layout.entity?.name ?? "", default: 0] += 1
        }
        return summary
    }

    private func rows(of entities: [ModelEntity]) -> [RowView] {
        Set(entities.map(\.rootNumber)).flatMap { (content.rows[$0] ?? [:]).values.map(\.view) }
            .filter { $0.layout.entity.map(entities.contains) ?? false }
    }

    private func hand(out rows: [RowView], _ receive: (RowBatch) -> Bool) {
        let builder = RowBatchBuilder(layouts: store.layouts)
        for row in rows { builder.append(row) }
        _ = builder.takeBatches().allSatisfy(receive)
    }
}
