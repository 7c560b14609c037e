import BenchmarkDriver
import Foundation
import Testing

struct JudgementTests {
    private func measurements(rounds: Int, own: String, engine: String) -> Measurements {
        var result = Measurements()
        for round in 0..<rounds {
            let text = "R polystore-sqlite W1 \(own) 1 7\nR rawc W1 \(engine) 1 7"
            result.add(RunnerOutput(text), product: "any", round: round)
        }
        return result
    }

    @Test func `a target whose products did not run is not judged`() {
        let target = Target("W1", "polystore-sqlite", to: "rawc", 1.3, .asShipped)
        #expect(Judgement(target, Measurements()) == nil)
        #expect(Judgement(target, measurements(rounds: 9, own: "1.2", engine: "1"))?.verdict == .met)
        #expect(Judgement(target, measurements(rounds: 9, own: "1.4", engine: "1"))?.verdict == .missed)
    }

    @Test func `throughput is held to a least ratio`() {
        var found = Measurements()
        for round in 0..<9 {
            let text = "R polystore-lmdb W13w 5 95 0\nR lmdbc W13w 5 100 0"
            found.add(RunnerOutput(text), product: "any", round: round)
        }
        let judgements = [0.9, 0.99].map { Target("W13w", "polystore-lmdb", to: "lmdbc", $0, .sameSettings) }
            .compactMap { Judgement($0, found) }
        #expect(judgements.map(\.verdict) == [.met, .missed])
    }

    @Test func `an allowance is added to what the reference takes`() {
        var found = Measurements()
        for round in 0..<9 {
            let text = "R polystore-sqlite G1 0.020 1000 7\nR rawc G1 0.006 1000 7"
            found.add(RunnerOutput(text), product: "any", round: round)
        }
        let judgements = [15e-6, 13e-6].map {
            Judgement(Target("G1", "polystore-sqlite", to: "rawc", 1, .asShipped, allowance: $0), found)
        }
        #expect(judgements.map { $0?.verdict } == [.met, .missed])
    }

    @Test func `questions are judged as shipped, by a ratio or by seconds above C with the library's defaults`() {
        let targets = TargetTable.all(peers: []).filter { $0.workload.hasPrefix("G") }
        #expect(targets.map(\.workload) == ["G1", "G2", "G3", "G3t", "G4", "G5", "G6", "G7", "G8"])
        #expect(targets.allSatisfy { $0.kind == .asShipped && $0.reference == "rawc" })
        let few = ["G1", "G3t", "G5"]
        #expect(targets.allSatisfy { $0.limit == (few.contains($0.workload) ? 1 : 1.15) })
        #expect(targets.allSatisfy { $0.allowance == (few.contains($0.workload) ? 15e-6 : 0) })
    }

    @Test func `ratios of questions to C with the same settings are recorded without a limit`() {
        var found = Measurements()
        for round in 0..<9 {
            let text = "R polystore-sqlite G2 0.3 1000 7\nR rawc-same G2 0.2 1000 7\nR rawc G2 0.4 1000 7"
            found.add(RunnerOutput(text), product: "any", round: round)
        }
        let ratios = Comparison.all(found).reduce(into: [:]) { $0[$1.reference] = $1.ratio }
        #expect(ratios == ["rawc": 0.75, "rawc-same": 1.5])
    }

    @Test func `every target names a workload of a known product once`() {
        let targets = TargetTable.all(peers: ["grdb-hand"])
        #expect(Set(targets).count == targets.count)
        #expect(targets.allSatisfy { $0.product.hasPrefix("polystore-") && $0.limit > 0 })
        #expect(targets.contains { $0.kind == .ahead && $0.reference == "grdb-hand" })
        #expect(!TargetTable.all(peers: []).contains { $0.kind == .ahead })
    }
}
