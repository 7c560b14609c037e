import Foundation
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreMemory
@testable import PolystoreRecordLayer

@Suite("Counting side by side")
struct CountingConcurrencyTests {
    @Test(
        "what a filter lets pass is counted once, by several threads at a time, and each one's meter is told",
        arguments: [("score > 2", 800), ("score > 2 AND name ENDSWITH '8'", 200), ("score > 90", 0)])
    func counts(_ format: String, kept: Int) async throws {
        let staff = try StaffFixture()
        // Keys as far apart as those of so many rows that several parts are made of them.
        var changes = StoreChanges()
        for number in Int64(1)...2_000 {
            let entity = number % 3 == 0 ? staff.manager : staff.worker
            let values: [String: Value] = ["name": .string("n\(number)"), "score": .double(Double(number % 5))]
            changes.inserts.append(try staff.row(entity, number * 10, values))
        }
        try staff.save(changes)
        var query = StoreQuery(entities: [staff.manager, staff.worker])
        query.predicate = try RequestResolver(model: staff.model).resolve(
            try FetchPredicate(format: format), for: staff.person)
        let plan = staff.store.plan(query)
        try #require(plan.isExact)
        let snapshot = try staff.store.snapshot()
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<10 {
                        var plan = plan
                        let meter = PlanMeter()
                        plan.meter = meter
                        let count = try snapshot.count(plan)
                        #expect(count == kept)
                        #expect(meter.visited == 2_000)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("a damaged record is reported, in whichever part it lies, by whichever thread", arguments: [0, 5, 9])
    func damage(_ part: Int64) throws {
        let engine = MemoryEngine()
        let staff = try StaffFixture { try RecordStore(engine, $0) }
        var changes = StoreChanges()
        for number in Int64(1)...200 {
            changes.inserts.append(try staff.row(staff.worker, number * 100, ["score": .double(1)]))
        }
        try staff.save(changes)
        let root = try #require(
            (staff.store as? RecordStore<MemoryEngine>)?.catalog.number(of: staff.person.rootNumber))
        let key = part * 2_000 + 1_950
        let transaction = engine.begin(.full)
        try withUnsafeBytes(of: UInt16(0)) { short in
            try RecordKey.with(root, key) { (raw) throws(StoreError) in try transaction.put(.records, raw, short) }
        }
        transaction.commit()
        var query = StoreQuery(entities: [staff.manager, staff.worker])
        query.predicate = try RequestResolver(model: staff.model).resolve(
            try FetchPredicate(format: "score > 0"), for: staff.person)
        let snapshot = try staff.store.snapshot()
        for _ in 0..<50 {
            let error = #expect(throws: StoreError.self) { try snapshot.count(staff.store.plan(query)) }
            #expect(error?.code == .damaged)
            #expect(error?.details[.object] == staff.id(staff.worker, key).description)
        }
    }
}
