import Foundation
import Testing

@testable import Torture

@Suite("The report of the torture harness")
struct TortureReportTests {
    private func result(_ seed: UInt64, count: Int, violations: Int, isControl: Bool = false) -> ExperimentResult {
        let experimentCase = ExperimentCase(name: "saves", backends: "SQLite", isControl: isControl)
        let place = TrialPlace(revision: "abc", kernel: "6", fileSystem: "tmpfs")
        var result = ExperimentResult("crash-points", experimentCase, seed: seed, place)
        (result.count, result.violations, result.seconds) = (count, violations, 2)
        return result
    }

    @Test("lines of one case are summed, with the seeds from the first to the last")
    func sums() throws {
        let report = TortureReport([result(3, count: 10, violations: 0), result(5, count: 1_990, violations: 0)])
        #expect(report.rows.count == 1 && report.failures.isEmpty)
        #expect(report.table.contains("| 3–5 | 2,000 | 0 |"), "\(report.table)")
    }

    @Test("one violation fails the report, and so does a control that finds a hundred, or an eighth, or fewer")
    func failures() {
        #expect(TortureReport([result(1, count: 9, violations: 1)]).failures.count == 1)
        #expect(TortureReport([result(1, count: 900, violations: 100, isControl: true)]).failures.count == 1)
        #expect(TortureReport([result(1, count: 900, violations: 101, isControl: true)]).failures.isEmpty)
        #expect(TortureReport([result(1, count: 400, violations: 50, isControl: true)]).failures.count == 1)
        #expect(TortureReport([result(1, count: 400, violations: 51, isControl: true)]).failures.isEmpty)
        #expect(TortureReport([result(1, count: 0, violations: 0, isControl: true)]).failures.count == 1)
    }

    @Test("a line reads back as it was written, and seeds go on behind the last")
    func lines() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("torture-\(UUID().uuidString)")
        defer {
            // What cannot be removed is found by the check of what tests leave.
            try? FileManager.default.removeItem(at: folder)
        }
        let log = ResultLog(folder: folder)
        #expect(try log.nextSeed(of: "crash-points") == 1)
        try log.append(result(7, count: 12, violations: 3))
        let read = try #require(try log.results().first)
        #expect(
            read.line
                == result(7, count: 12, violations: 3).line.replacing(
                    result(7, count: 12, violations: 3).date.ISO8601Format(), with: read.date.ISO8601Format()))
        #expect(try log.nextSeed(of: "crash-points") == 8)
        #expect(try log.nextSeed(of: "kills") == 1)
    }
}
