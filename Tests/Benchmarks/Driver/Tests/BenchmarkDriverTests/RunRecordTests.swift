import BenchmarkDriver
import Foundation
import Testing

struct RunRecordTests {
    private static let contestants = [
        Contestant("rawc", .limit, [], hasIdentity: false),
        Contestant("polystore-sqlite", .own, []),
        Contestant("grdb-hand", .peer, [], ["saves=10"], rounds: 6, hasIdentity: false),
    ]
    private static let targets = [
        Target("W1", "polystore-sqlite", to: "rawc", 1.1, .asShipped),
        Target("W1", "polystore-sqlite", to: "grdb-hand", 1, .ahead),
    ]

    private func record(_ lines: [String], rounds: Int = 9, plan: Plan = .full) -> RunRecord {
        var standing = Standing()
        let text = lines.map { "R \($0) 1 7" }.joined(separator: "\n")
        for round in 0..<rounds { standing.measurements.add(RunnerOutput(text), product: "any", round: round) }
        standing.rounds = rounds
        standing.dropped = ["sqlalchemy": "left in round 3"]
        return RunRecord(
            standing, Judgement.all(Self.targets, standing.measurements), plan: plan, machine: Machine(),
            contestants: Self.contestants, absent: ["wt-dbo": "no package"], syncsPerSave: ["rawc": 1])
    }

    private let lines = ["polystore-sqlite W1 1.23456", "rawc W1 1", "grdb-hand W1 2"]

    @Test func `a record reads back as it was written`() throws {
        let record = record(lines)
        #expect(try JSONDecoder().decode(RunRecord.self, from: record.json()) == record)
        #expect(record.targets.map(\.ratio) == [1.235, 0.6173])
        #expect(record.targets.map(\.rounds) == [9, 9])
        #expect(record.results.map(\.product) == ["rawc", "polystore-sqlite", "grdb-hand"])
        #expect(record.absent == ["wt-dbo": "no package", "sqlalchemy": "left in round 3"])
    }

    @Test func `every target has a line of its own`() throws {
        let text = String(decoding: try record(lines).json(), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.contains("\"verdict\"") }
        #expect(rows.count == 2 && rows.allSatisfy { $0.hasPrefix("{\"backend\"") })
    }

    @Test func `a page has a row for every target, and sums up the ranking`() {
        let page = RecordPage(record(lines), chart: "latest.svg").text
        #expect(page.contains("| W1 | sqlite | rawc | 1.24 | 1.24 – 1.24 | 9 | ≤ 1.10 | missed |"))
        #expect(page.contains("| sqlite | grdb-hand (no identity) | 1 of 1 |  |  |"))
        #expect(page.contains("| W1 | grdb-hand (no identity) | 0.62 |"))
        #expect(page.contains("1 of 2 targets met"))
    }

    @Test func `the conclusion counts what is met, and a record tells of fewer rounds and operations`() {
        let tables = RecordTables(record(lines, rounds: 4))
        #expect(tables.conclusion == "bench: 0 of 2 targets met")
        #expect(tables.remarks.contains { $0.hasPrefix("4 of \(Plan.full.allRounds) rounds") })
        #expect(tables.remarks.contains { $0.hasPrefix("grdb-hand did fewer operations") && $0.hasSuffix("saves=10") })
        #expect(tables.targets.text.contains("undecided, beyond"))
    }

    @Test func `suites are compared without a limit`() {
        let record = record(["polystore-sqlite T1hot 3", "rawc T1hot 1", "polystore-sqlite B1 2"])
        #expect(record.comparisons.map(\.ratio) == [3] && record.targets.isEmpty)
        #expect(RecordTables(record).comparisons.text.contains("T1hot"))
    }
}
