import BenchmarkDriver
import Testing

struct GrowthTests {
    private func measurements(_ seconds: [(own: Double, engine: Double)], operations: Int) -> Measurements {
        var result = Measurements()
        for (round, seconds) in seconds.enumerated() {
            let lines = ["R own W1 \(seconds.own) \(operations) 7", "R engine W1 \(seconds.engine) \(operations) 7"]
            result.add(RunnerOutput(lines.joined(separator: "\n")), product: "any", round: round)
        }
        return result
    }

    private func growth(_ small: [(own: Double, engine: Double)], _ large: [(own: Double, engine: Double)]) -> Growth? {
        Growth("W1", "own", "engine", measurements(small, operations: 10), measurements(large, operations: 100))
    }

    @Test func `growth is for one object, and compared with the engine's`() throws {
        let found = try #require(growth(.init(repeating: (2, 1), count: 6), .init(repeating: (24, 10), count: 6)))
        #expect(abs(found.own - 1.2) < 1e-9 && abs(found.engine - 1) < 1e-9)
        #expect(found.verdict(limit: 1.1) == .missed && found.verdict(limit: 1.3) == .met)
    }

    @Test func `rounds that differ decide nothing`() throws {
        let large = [(24.0, 10.0), (20, 10), (24, 10), (20, 10), (24, 10), (20, 10)]
        let found = try #require(growth(.init(repeating: (2, 1), count: 6), large.map { (own: $0.0, engine: $0.1) }))
        #expect(found.verdict(limit: 1.1) == .undecided)
    }

    @Test func `rounds that are too few for an interval decide nothing`() throws {
        let found = try #require(growth(.init(repeating: (2, 1), count: 5), .init(repeating: (24, 10), count: 5)))
        #expect(found.ratios.interval == nil && found.verdict(limit: 1.1) == .undecided)
        #expect(GrowthRecord([found], limit: 1.1, rounds: 5, sizes: [], machine: Machine()).targets[0].low == nil)
    }

    @Test func `of several small runs in a round the one in the middle counts`() throws {
        let round: [(own: Double, engine: Double)] = [(9, 1), (2, 1), (2, 7)]
        let small = [[(own: Double, engine: Double)]](repeating: round, count: 6).joined()
        let large = measurements(.init(repeating: (24, 10), count: 6), operations: 100)
        let found = try #require(
            Growth("W1", "own", "engine", measurements(Array(small), operations: 10), large, smallRuns: 3))
        #expect(found.ratios.values.count == 6)
        #expect(abs(found.own - 1.2) < 1e-9 && abs(found.engine - 1) < 1e-9)
    }

    @Test func `a product that did not run has no growth`() {
        #expect(Growth("W2", "own", "engine", Measurements(), Measurements()) == nil)
    }

    @Test func `a record has a row for every growth`() throws {
        let found = try #require(growth(.init(repeating: (2, 1), count: 6), .init(repeating: (24, 10), count: 6)))
        let record = GrowthRecord([found], limit: 1.1, rounds: 6, sizes: ["objects=1000000"], machine: Machine())
        let row = try #require(record.targets.first)
        #expect(row.backend == "own" && row.ratio == 1.2 && row.verdict == .missed && !row.met)
    }
}
