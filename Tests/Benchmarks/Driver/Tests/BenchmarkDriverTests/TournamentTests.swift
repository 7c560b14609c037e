import BenchmarkDriver
import Foundation
import Testing

struct TournamentTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tournament-\(UUID())")
    private let agreeing = "echo R name W1 0.5 10 7; echo S name settings #"

    private func program(_ product: String, _ role: Contestant.Role, _ script: String, rounds: Int = .max) -> Contestant
    {
        Contestant(
            product, role, ["/bin/sh", "-c", script.replacing("name", with: product), "runner"], rounds: rounds)
    }

    private func plan(_ rounds: Int, budget: Double = .infinity) -> Plan {
        Plan("test", rounds: rounds, budget: budget, measuresMemory: false)
    }

    /// The standing after runs of a product and a peer that do the same work.
    private func standing(
        _ script: String, _ plan: Plan, only: [String] = [], peerRounds: Int = .max
    ) throws -> Standing {
        defer { try? FileManager.default.removeItem(at: folder) }  // A folder of the test's own; nothing else needs it.
        let contestants = [program("own", .own, script), program("peer", .peer, script, rounds: peerRounds)]
        return try Tournament(contestants, plan, folder: folder, only: only).run()
    }

    @Test func `a peer that fails leaves, and the others go on`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }  // A folder of the test's own; nothing else needs it.
        let contestants = [program("own", .own, agreeing), program("peer", .peer, "exit 3")]
        var seen: [Int] = []
        let standing = try Tournament(contestants, plan(3), folder: folder).run { seen.append($0.rounds) }
        #expect(standing.rounds == 3 && seen == [1, 2, 3])
        #expect(standing.measurements.rounds("own", "W1").count == 3)
        #expect(standing.dropped["peer"]?.contains("left in round 1") == true)
        #expect(throws: DriverError.self) {
            try Tournament([program("own", .own, "exit 3")], plan(1), folder: folder).run()
        }
    }

    @Test func `contestants take part in as many rounds as they are given`() throws {
        let standing = try standing(agreeing, plan(3), peerRounds: 2)
        #expect(standing.measurements.rounds("own", "W1").count == 3)
        #expect(standing.measurements.rounds("peer", "W1").count == 2)
    }

    @Test func `quick rounds follow, without peers and without what waits for the disk`() throws {
        // The first argument of a quick round is its selection.
        let script =
            "case $1 in only=*) ;; *) echo R name W10 0.5 10 7;; esac; "
            + "case $1 in *W10*) exit 3;; only=*W4*) echo R name W4 0.5 10 7;; esac; echo R name W2 0.5 10 7 #"
        let plan = Plan("test", rounds: 2, measuresMemory: false, quickRounds: 2)
        let standing = try standing(script, plan)
        #expect(standing.rounds == 4)
        #expect(standing.measurements.rounds("own", "W2").count == 4)
        // Of two quick rounds the first has the longer workloads too.
        #expect(standing.measurements.rounds("own", "W4").count == 1)
        #expect(standing.measurements.rounds("own", "W10").count == 2)
        #expect(standing.measurements.rounds("peer", "W2").count == 2)
        #expect(plan.allRounds == 4 && plan.with(only: ["W2", "W10"]).allRounds == 4)
        #expect(plan.with(only: ["W10"]).allRounds == 2 && plan.with(only: ["oo7"]).allRounds == 2)
        #expect(plan.with(rounds: 4).allRounds == 4)
    }

    @Test func `every third round behind is for what waits for the disk, with peers`() throws {
        let script =
            "case $1 in *W2*) echo R name W2 0.5 10 7;; *W13*) echo R name W10 0.5 10 7; echo R name W13 0.5 10 7;; "
            + "only=*) echo R name W10 0.5 10 7;; *) echo R name W2 0.5 10 7; echo R name W10 0.5 10 7;; esac #"
        let plan = Plan("test", rounds: 2, measuresMemory: false, quickRounds: 12)
        let standing = try standing(script, plan, peerRounds: 2)
        #expect(standing.rounds == 14)
        #expect(standing.measurements.rounds("own", "W2").count == 10)
        #expect(standing.measurements.rounds("own", "W10").count == 6)
        #expect(standing.measurements.rounds("own", "W13").count == 2)
        #expect(standing.measurements.rounds("peer", "W2").count == 2)
        #expect(standing.measurements.rounds("peer", "W10").count == 6)
    }

    @Test func `a round for what waits has quick workloads where nothing that waits is wanted`() throws {
        let script = "case $1 in only=W2) echo R name W2 0.5 10 7;; *) exit 3;; esac #"
        let plan = Plan("test", rounds: 1, measuresMemory: false, quickRounds: 6)
        let standing = try standing(script, plan, only: ["W2"])
        #expect(standing.measurements.rounds("own", "W2").count == 7)
        #expect(standing.measurements.rounds("peer", "W2").count == 1)
    }

    @Test func `no round is begun that would end beyond the budget`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }  // A folder of the test's own; nothing else needs it.
        let standing = try Tournament([program("own", .own, agreeing)], plan(9, budget: 0), folder: folder).run()
        #expect(standing.rounds == 1)
        #expect(standing.costs.total("own") > 0)
    }

    @Test func `products that disagree end the run`() {
        defer { try? FileManager.default.removeItem(at: folder) }  // A folder of the test's own; nothing else needs it.
        let contestants = [program("own", .own, agreeing), program("other", .limit, "echo R name W1 0.5 10 8 #")]
        #expect(throws: DriverError.self) { try Tournament(contestants, plan(1), folder: folder).run() }
    }
}
