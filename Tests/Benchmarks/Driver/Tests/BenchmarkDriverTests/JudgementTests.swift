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
            let text = "R polystore-sqlite G1 0.020 1000 7\nR rawc-same G1 0.006 1000 7"
            found.add(RunnerOutput(text), product: "any", round: round)
        }
        let judgements = [15e-6, 13e-6].map {
            Judgement(Target("G1", "polystore-sqlite", to: "rawc-same", 1, .sameSettings, allowance: $0), found)
        }
        #expect(judgements.map { $0?.verdict } == [.met, .missed])
    }

    @Test func `every target names a workload of a known product once`() {
        let targets = TargetTable.all(peers: ["grdb-hand"])
        #expect(Set(targets).count == targets.count)
        #expect(targets.allSatisfy { $0.product.hasPrefix("polystore-") && $0.limit > 0 })
        #expect(targets.contains { $0.kind == .ahead && $0.reference == "grdb-hand" })
        #expect(!TargetTable.all(peers: []).contains { $0.kind == .ahead })
    }
}
