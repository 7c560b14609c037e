import BenchmarkDriver
import Testing

struct RecordPageTests {
    @Test func `a page has a row for every target, and sums up what is ahead of whom`() {
        var found = Measurements()
        for round in 0..<9 {
            let lines = ["polystore-sqlite W1 1.2", "rawc W1 1", "grdb-hand W1 2"].map { "R \($0) 1 7" }
            found.add(RunnerOutput(lines.joined(separator: "\n")), product: "any", round: round)
        }
        let targets = [
            Target("W1", "polystore-sqlite", to: "rawc", 1.1, .asShipped),
            Target("W1", "polystore-sqlite", to: "grdb-hand", 1, .ahead),
        ]
        let record = RunRecord(
            found, Judgement.all(targets, found), plan: .full, machine: Machine(),
            products: ["rawc", "polystore-sqlite", "grdb-hand"], absent: [:], syncsPerSave: [:])
        let page = RecordPage(record).text
        #expect(page.contains("| W1 | sqlite | rawc | 1.2 | 1.2 – 1.2 | 1.1 | missed |"))
        #expect(page.contains("| sqlite | grdb-hand | 1 of 1 |  |  |"))
        #expect(page.contains("1 of 2 targets met"))
    }
}
