import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Indexes that answer queries")
struct IndexUseTests {
    private final class Recorder: TraceReceiver {
        let statements = Locked<[String]>([])

        func receive(_ event: TraceEvent) { statements.withLock { $0.append(event.text) } }

        func take() -> [String] {
            statements.withLock { statements in
                defer { statements = [] }
                return statements
            }
        }
    }

    @Test("the library searches the index that is there for a query, and looks at few more rows than the index finds")
    func shapes() throws {
        let store = try IndexStore.filled()
        let snapshot = try store.snapshot()
        for shape in IndexStore.shapes {
            let query = try IndexStore.query(shape, store)
            let expected = try ThingStore.expected(snapshot, query)
            #expect(!expected.isEmpty, "\(shape.predicate)")
            let payload = try #require(store.store.plan(query).payload(as: SQLQuery.self))
            let steps = try snapshot.use { (connection) throws(StoreError) in
                try connection.searchSteps(payload.rows.sql)
            }
            #expect(steps.contains { $0.contains(shape.index) }, "\(shape)\n\(payload.rows.sql)\n\(steps)")
            // An order may come from an index that is read from its beginning.
            #expect(!steps.contains { $0.hasPrefix("SCAN t") && !$0.contains("USING INDEX") }, "\(shape)\n\(steps)")
            var plan = store.store.plan(query)
            let meter = PlanMeter()
            plan.meter = meter
            #expect(try ThingStore.rows(snapshot, plan) == expected, "\(shape)")
            #expect(try snapshot.count(plan) == expected.count)
            let visited = try #require(meter.visited, "\(shape)\n\(steps)")
            let searched = try ThingStore.expected(snapshot, IndexStore.searched(shape, store))
            #expect(visited <= searched.count + 2, "\(shape)\n\(steps)")
        }
    }

    @Test("a query runs the same statement whether it is traced, metered or neither, and each finds the same")
    func observed() throws {
        let recorder = Recorder()
        let store = try IndexStore.filled { $0.trace = Trace([.sql], receiver: recorder) }
        let snapshot = try store.snapshot()
        let untraced = try Connection(
            .read,
            ConnectionSettings(store: "other", path: store.path, busyTimeout: 0, cacheSize: 1 << 20, memoryMap: 0))
        for shape in IndexStore.shapes {
            let query = try IndexStore.query(shape, store)
            let plan = store.store.plan(query)
            let payload = try #require(plan.payload(as: SQLQuery.self))
            _ = recorder.take()
            let rows = try ThingStore.rows(snapshot, plan)
            #expect(recorder.take() == [payload.rows.sql])
            let count = try snapshot.count(plan)
            #expect(recorder.take() == [payload.count.sql])
            #expect(rows.count == count)
            var metered = store.store.plan(query)
            metered.meter = PlanMeter()
            _ = recorder.take()
            #expect(try ThingStore.rows(snapshot, metered) == rows)
            #expect(recorder.take().first == payload.rows.sql)
            #expect(
                try untraced.searchSteps(payload.rows.sql)
                    == snapshot.use { (connection) throws(StoreError) in try connection.searchSteps(payload.rows.sql) })
        }
    }

    @Test(
        "rows of keys and rows that refer to objects are searched by the primary key and by the index of the reference")
    func keysAndReferences() throws {
        let recorder = Recorder()
        let store = try IndexStore.filled { $0.trace = Trace([.sql], receiver: recorder) }
        let snapshot = try store.snapshot()
        let item = try store.entity("Item")
        let owner = try #require(item.relationship(named: "owner"))
        for count in [1, 2, 30] {
            _ = recorder.take()
            try snapshot.rows(item.rootNumber, keys: Array(1...Int64(count))) { _ in true }
            let keys = recorder.take()
            let owners = try (1...count).map { try store.id("Owner", Int64($0)) }
            try snapshot.rows(referencing: owners, through: owner) { _ in true }
            let references = recorder.take()
            #expect(keys.count == 1 && references.count == 1)
            let searches = ["INTEGER PRIMARY KEY (rowid=?)", "INDEX ZITEM_ZOWNER_INDEX (ZOWNER=?)"]
            for (sql, search) in zip(keys + references, searches) {
                let steps = try store.run("EXPLAIN QUERY PLAN " + sql).map { $0[3] }
                #expect(steps.first == "SEARCH t0 USING \(search)", "\(steps)")
            }
        }
    }
}
