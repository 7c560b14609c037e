import PolystoreRandom
import PolystoreCore
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@Suite("Requests with unsaved changes")
struct PendingChangesTests {
    @Test(
        "a request finds what it would find had the changes been saved, in the same order",
        arguments: GraphFixture.Spread.all)
    func asIfSaved(_ spread: GraphFixture.Spread) throws {
        var random = RandomSource()
        let drawing = GraphFixture.draw(&random)
        // One fixture with the changes saved, one where they only lie over what is stored.
        let saved = try GraphFixture(spread)
        let fixture = try GraphFixture(spread)
        try saved.save(drawing.items, tags: drawing.tags)
        try fixture.save(drawing.items, tags: drawing.tags)

        var changed: [GraphFixture.Item] = []
        for item in drawing.items where item.entity == "Person" && random.chance(5) {
            var fresh = GraphFixture.person(item.key, &random, people: 48)
            (fresh.entity, fresh.choice) = (item.entity, item.choice)
            fresh.values["level"] = nil
            changed.append(fresh)
        }
        var rows: [ObjectID: StoreChanges.Row] = [:]
        for item in changed {
            let row = try fixture.row(item, version: 2)
            rows[row.view.objectID] = row
        }
        try saved.save(changed, version: 2)

        let pending = rows.values.map(\.view)
        for _ in 0..<60 {
            let request = RandomRequests.draw(&random)
            let resolved = try fixture.resolve(request)
            let own = pending.filter { row in row.layout.entity.map { resolved.entities.contains($0) } ?? false }
            let snapshots = try fixture.coordinator.snapshot()
            let source = OverlaySource(SnapshotRowSource(fixture.coordinator, snapshots), rows: rows, deleted: [])
            let isOrdered = resolved.isOrdered
            let expected = try saved.keys(request)
            let found = try fixture.keys(request, excluding: Set(rows.keys), pending: own, source: source)
            #expect(isOrdered ? found == expected : found.sorted() == expected.sorted(), "\(request)")
            let count = try fixture.count(request, excluding: Set(rows.keys), pending: own, source: source)
            #expect(count == expected.count, "\(request)")
        }
    }
}
