import Testing

@testable import Soak

@Suite("What a long run is judged by")
struct VerdictTests {
    /// Sixty checkpoints of an hour, one a minute, of a program that neither grows nor leaks.
    private func hour(_ change: (Int, inout Checkpoint) -> Void = { _, _ in }) -> [Checkpoint] {
        (1...60).map { minute in
            var checkpoint = Checkpoint()
            checkpoint.second = Double(minute * 60)
            checkpoint.process.anonymous = 50_000_000 + minute % 7 * 400_000
            checkpoint.process.heap = 30_000_000 + minute % 5 * 300_000
            checkpoint.process.descriptors = 20
            checkpoint.files.stores = 9_000_000
            checkpoint.files.logs = 3_000_000
            change(minute, &checkpoint)
            return checkpoint
        }
    }

    private func verdict(
        _ checkpoints: [Checkpoint], live: Int = 5_000_000, problems: Int = 0, seconds: Double = 3_600
    ) -> Verdict {
        Verdict(checkpoints, liveBytes: live, problemCount: problems, SoakLimits(seconds: seconds))
    }

    private func violated(_ verdict: Verdict) -> [String] {
        verdict.lines.filter { !$0.isKept }.map { String($0.text.prefix { $0 != ":" }) }
    }

    @Test("memory that goes up and down keeps to the limit")
    func steady() {
        #expect(verdict(hour()).isKept)
    }

    @Test("memory that grows by more than one percent in an hour violates the limit")
    func leak() {
        let leaking = hour { $1.process.anonymous += $0 * 20_000 }
        #expect(violated(verdict(leaking)) == ["memory"])
        let leakingHeap = hour { $1.process.heap += $0 * 20_000 }
        #expect(violated(verdict(leakingHeap)) == ["heap in use"])
    }

    @Test("what grows during the warm-up is not held against the run")
    func warmUp() {
        let growing = hour { $1.process.anonymous -= max(0, 10 - $0) * 2_000_000 }
        #expect(verdict(growing).isKept)
    }

    @Test("memory that shrinks keeps to the limit")
    func shrinking() {
        #expect(verdict(hour { $1.process.anonymous -= $0 * 100_000 }).isKept)
    }

    @Test("a descriptor more or less after the warm-up violates the limit")
    func descriptors() {
        #expect(violated(verdict(hour { if $0 > 40 { $1.process.descriptors += 1 } })) == ["descriptors"])
        #expect(verdict(hour { if $0 < 10 { $1.process.descriptors -= 1 } }).isKept)
    }

    @Test("a short run may open a few more connections, and no more than a few")
    func descriptorsOfShortRuns() {
        let checkpoints = (1...24).map { number in
            var checkpoint = Checkpoint()
            checkpoint.second = Double(number * 5)
            checkpoint.process.descriptors = number < 20 ? 35 : 41
            checkpoint.files.stores = 1
            return checkpoint
        }
        #expect(verdict(checkpoints, live: 1, seconds: 120).isKept)
        let more = checkpoints.map { checkpoint in
            var checkpoint = checkpoint
            checkpoint.process.descriptors += checkpoint.second > 100 ? 2 : 0
            return checkpoint
        }
        #expect(violated(verdict(more, live: 1, seconds: 120)) == ["descriptors"])
    }

    @Test("files of more than twice the live data violate the limit, and so do logs that are not emptied")
    func files() {
        #expect(violated(verdict(hour(), live: 4_400_000)) == ["files"])
        #expect(verdict(hour(), live: 4_500_000).isKept)
        #expect(violated(verdict(hour { $1.files.logs = $0 * 1_000_000 })) == ["logs"])
    }

    @Test("a promise that was not kept violates the limits whatever the figures say")
    func problems() {
        #expect(!verdict(hour(), problems: 1).isKept)
    }

    @Test("a run with fewer than two checkpoints after the warm-up has no verdict in its favour")
    func tooShort() {
        #expect(!verdict([]).isKept)
        #expect(!verdict(Array(hour().prefix(11))).isKept)
        #expect(verdict(Array(hour().prefix(12))).isKept)
    }

    @Test("an hour is held to one percent after ten minutes, and shorter runs to more after a third")
    func limits() {
        let (hour, quarter, slice) = (
            SoakLimits(seconds: 3_600), SoakLimits(seconds: 900), SoakLimits(seconds: 120)
        )
        #expect(hour.memoryGrowth == 0.01 && hour.heapGrowth == 0.01 && hour.warmUp == 600)
        #expect(quarter.memoryGrowth > hour.memoryGrowth && quarter.heapGrowth > hour.heapGrowth)
        #expect(slice.memoryGrowth > quarter.memoryGrowth && slice.heapGrowth > quarter.heapGrowth)
        #expect(quarter.warmUp == 300 && slice.warmUp == 40)
        #expect(SoakLimits(seconds: 120).interval == 5 && SoakLimits(seconds: 3_600).interval == 10)
    }
}
