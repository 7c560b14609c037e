import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreMemory
@testable import PolystoreRecordLayer

@Suite("Batches of saves, read side by side with a writer")
struct KeptBatchConcurrencyTests {
    /// Large enough for several batches.
    private static let count: Int64 = 1_500

    private static func changes(_ staff: StaffFixture, round: Int64) throws -> StoreChanges {
        let layout = try #require(staff.store.layouts.layout(for: staff.worker))
        let builder = RowBatchBuilder(layouts: staff.store.layouts, expectedBytes: RowBatchBuilder.batchSize)
        for key in 1...count {
            let row = MutableRow.make(layout, key: key)
            try row.set(.integer(round), at: layout.index(of: PropertyKey("age")))
            builder.append(packing: row, version: UInt32(round) + 1)
        }
        var changes = StoreChanges()
        if round == 0 { changes.inserts = builder.takeChanges() } else { changes.updates = builder.takeChanges() }
        return changes
    }

    @Test("each fetch shows one save, and what was fetched stays when the store has let go of it")
    func consistent() async throws {
        let staff = try StaffFixture()
        try staff.save(Self.changes(staff, round: 0))
        var query = StoreQuery(entities: [staff.worker, staff.manager])
        query.isOrdered = true
        let plan = staff.store.plan(query)
        @Sendable func read() throws {
            for _ in 0..<20 {
                var batches: [RowBatch] = []
                try staff.store.snapshot().rows(plan) { batch in
                    batches.append(batch)
                    return true
                }
                let ages = batches.flatMap { $0.map { $0.value(for: PropertyKey("age")) } }
                #expect(ages.count == Int(Self.count))
                #expect(ages.allSatisfy { $0 == ages.first })
            }
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 { group.addTask { try read() } }
            group.addTask { for round in 1...Int64(12) { try staff.save(Self.changes(staff, round: round)) } }
            try await group.waitForAll()
        }
        try staff.expectSound()
    }
}
