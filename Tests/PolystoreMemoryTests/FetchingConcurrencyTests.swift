import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreMemory
@testable import PolystoreRecordLayer

@Suite("Fetching side by side")
struct FetchingConcurrencyTests {
    private static let count: Int64 = 10_000

    /// Rows of two layouts among each other, whose keys have gaps.
    private static func staff(_ engine: MemoryEngine = MemoryEngine()) throws -> StaffFixture {
        let staff = try StaffFixture { try RecordStore(engine, $0) }
        var changes = StoreChanges()
        for number in 1...count {
            let values: [String: Value] = [
                "name": .string("n\(number)"), "age": .integer(number % 2), "score": .double(score(number)),
            ]
            changes.inserts.append(try staff.row(number % 3 == 0 ? staff.manager : staff.worker, number * 3, values))
        }
        try staff.save(changes)
        return staff
    }

    /// A number of its own for each row, in another order than theirs.
    private static func score(_ number: Int64) -> Double { Double(number * 7_919 % 12_007) }

    private func query(_ staff: StaffFixture, _ format: String?) throws -> StoreQuery {
        var query = StoreQuery(entities: [staff.manager, staff.worker])
        query.predicate = try format.map { format in
            try RequestResolver(model: staff.model).resolve(try FetchPredicate(format: format), for: staff.person)
        }
        return query
    }

    /// Runs a plan in several threads at a time.
    private func expect(
        _ expected: [Int64], of plan: StorePlan, in snapshot: any StoreSnapshot, visited: Int
    ) async throws {
        @Sendable func run() throws {
            var plan = plan
            let meter = PlanMeter()
            plan.meter = meter
            var keys: [Int64] = []
            try snapshot.rows(plan) { batch in
                keys += batch.map(\.key)
                return true
            }
            #expect(keys == expected)
            #expect(meter.visited == visited)
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 { group.addTask { for _ in 0..<3 { try run() } } }
            try await group.waitForAll()
        }
    }

    @Test(
        "all rows that a filter lets pass come once and in order, to several threads at a time",
        arguments: [nil, "score >= 6000", "score >= 6000 AND name ENDSWITH '7'", "score < 0"])
    func all(_ format: String?) async throws {
        let staff = try Self.staff()
        var query = try query(staff, format)
        query.isOrdered = true
        let expected = (1...Self.count).filter { number in
            switch format {
            case nil: true
            case "score < 0": false
            case "score >= 6000": Self.score(number) >= 6000
            default: Self.score(number) >= 6000 && number % 10 == 7
            }
        }.map { $0 * 3 }
        let (plan, snapshot) = (staff.store.plan(query), try staff.store.snapshot())
        try #require(plan.isExact)
        try await expect(expected, of: plan, in: snapshot, visited: Int(Self.count))
    }

    @Test("a receiver that has enough gets no more", arguments: [1, 3, 10])
    func enough(_ batches: Int) throws {
        let staff = try Self.staff()
        let plan = staff.store.plan(try query(staff, nil))
        for _ in 0..<20 {
            var received = 0
            try staff.store.snapshot().rows(plan) { _ in
                received += 1
                return received < batches
            }
            #expect(received == batches)
        }
    }

    @Test("a damaged record ends the fetch behind the rows before it", arguments: [1, 5_000, 9_999])
    func damage(_ number: Int64) throws {
        let engine = MemoryEngine()
        let staff = try Self.staff(engine)
        let catalog = try #require(staff.store as? RecordStore<MemoryEngine>).catalog
        let root = try #require(catalog.number(of: staff.person.rootNumber))
        let transaction = engine.begin(.full)
        try withUnsafeBytes(of: UInt16(0)) { short in
            try RecordKey.with(root, number * 3) { (key) throws(StoreError) in try transaction.put(.records, key, short)
            }
        }
        transaction.commit()
        let (plan, snapshot) = (staff.store.plan(try query(staff, nil)), try staff.store.snapshot())
        for _ in 0..<20 {
            var keys: [Int64] = []
            let error = #expect(throws: StoreError.self) {
                try snapshot.rows(plan) { batch in
                    keys += batch.map(\.key)
                    return true
                }
            }
            #expect(error?.code == .damaged)
            #expect(keys == keys.indices.map { Int64($0 + 1) * 3 })
            #expect(keys.count < number)
        }
    }

    @Test("the first of many that an index finds are the same, however many are wanted", arguments: [1, 50, 4_900])
    func first(_ limit: Int) async throws {
        let staff = try Self.staff()
        var query = try query(staff, "age == 1 AND score > 5")
        query.sortKeys = [ResolvedSortKey(try staff.path(staff.person, "score"), ascending: false)]
        query.isOrdered = true
        query.limit = limit
        let plan = staff.store.plan(query)
        try #require(plan.isSorted && plan.isLimited)
        try #require(plan.payload(as: RecordPlan.self)?.top != nil)
        let expected = stride(from: 1, to: Self.count, by: 2).filter { Self.score($0) > 5 }
            .sorted { Self.score($0) > Self.score($1) }.prefix(limit).map { $0 * 3 }
        let snapshot = try staff.store.snapshot()
        try await expect(expected, of: plan, in: snapshot, visited: 5_000)
    }

    /// The owners of the rows, in an order of their own, so that rows do not come in the order of keys.
    private static let owners = (1...Int64(40)).map { $0 * 11 % 41 }

    /// The keys of the owners' members, owner by owner.
    private static let members = owners.flatMap { owner in (1...count).filter { $0 % 40 + 1 == owner } }

    /// Rows that refer to one of the owners each.
    private static func employed(_ engine: MemoryEngine = MemoryEngine()) throws -> StaffFixture {
        let staff = try StaffFixture { try RecordStore(engine, $0) }
        var changes = StoreChanges()
        changes.inserts = try owners.sorted().map { try staff.row(staff.company, $0, [:]) }
        for number in 1...count {
            let employer = Value.object(staff.id(staff.company, number % 40 + 1))
            changes.inserts.append(try staff.row(staff.worker, number, ["employer": employer]))
        }
        try staff.save(changes)
        return staff
    }

    private static func members(
        _ staff: StaffFixture, _ snapshot: any StoreSnapshot, _ receive: (RowBatch) -> Bool
    ) throws {
        let employer = try #require(staff.person.relationship(named: "employer"))
        try snapshot.rows(
            referencing: owners.map { staff.id(staff.company, $0) }, through: employer, receive)
    }

    @Test("the members of many come owner by owner, to several threads at a time, and a full receiver gets no more")
    func members() async throws {
        let staff = try Self.employed()
        let snapshot = try staff.store.snapshot()
        let expected = Self.members
        @Sendable func run(_ most: Int) throws {
            var (keys, received) = ([Int64](), 0)
            try Self.members(staff, snapshot) { batch in
                keys += batch.map(\.key)
                received += 1
                return received < most
            }
            #expect(most == .max ? keys == expected : received == most && keys == Array(expected.prefix(keys.count)))
        }
        try await withThrowingTaskGroup { group in
            for most in [.max, 1, 2, .max, 7] { group.addTask { for _ in 0..<4 { try run(most) } } }
            try await group.waitForAll()
        }
    }

    @Test("a damaged member ends what is handed out behind those before it")
    func damagedMember() throws {
        let engine = MemoryEngine()
        let staff = try Self.employed(engine)
        let catalog = try #require(staff.store as? RecordStore<MemoryEngine>).catalog
        let root = try #require(catalog.number(of: staff.person.rootNumber))
        let transaction = engine.begin(.full)
        try withUnsafeBytes(of: UInt16(0)) { short in
            try RecordKey.with(root, 9_999) { (key) throws(StoreError) in try transaction.put(.records, key, short) }
        }
        transaction.commit()
        let snapshot = try staff.store.snapshot()
        for _ in 0..<10 {
            var keys: [Int64] = []
            let error = #expect(throws: StoreError.self) {
                try Self.members(staff, snapshot) { batch in
                    keys += batch.map(\.key)
                    return true
                }
            }
            #expect(error?.code == .damaged)
            #expect(keys == Array(Self.members.prefix(keys.count)))
            #expect(!keys.isEmpty && keys.count <= Self.members.firstIndex(of: 9_999) ?? 0)
        }
    }
}
