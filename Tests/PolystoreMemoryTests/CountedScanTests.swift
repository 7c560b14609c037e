import PolystoreQuery
import PolystoreStorage
import Testing

@Suite("Counting by a scan")
struct CountedScanTests {
    @Test(
        "a meter is told what was looked at and what the filter kept, whether numbers or texts are asked for first",
        arguments: [
            ("score > 3", 56), ("score > 3 AND name CONTAINS '7'", 6), ("name CONTAINS '7' AND score > 3", 6),
            ("name CONTAINS '7'", 38), ("score > 90", 0), ("score = nil", 20),
        ])
    func tellsTheMeter(_ format: String, kept: Int) throws {
        let staff = try StaffFixture()
        // 200 rows of two layouts take more than one leaf of the tree.
        var changes = StoreChanges()
        for key in Int64(1)...200 {
            var values: [String: Value] = ["name": .string("n\(key)")]
            if key <= 180 { values["score"] = .double(Double(key % 5) + (key > 100 ? 0 : 0.25)) }
            changes.inserts.append(try staff.row(key % 3 == 0 ? staff.manager : staff.worker, key, values))
        }
        try staff.save(changes)
        var query = StoreQuery(entities: [staff.manager, staff.worker])
        query.predicate = try RequestResolver(model: staff.model).resolve(
            try FetchPredicate(format: format), for: staff.person)
        var plan = staff.store.plan(query)
        try #require(plan.isExact && staff.store.explain(plan).count == 2)
        let meter = PlanMeter()
        plan.meter = meter
        #expect(try staff.store.snapshot().count(plan) == kept)
        #expect(meter.visited == 200)
        #expect(meter.rows(step: 0) == 200)
        #expect(meter.rows(step: 1) == kept)
        #expect(try staff.keys(query).count == kept)
    }
}
