import BenchmarkDriver
import Testing

struct VerdictTests {
    private let nine = Distribution([1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 9.0])

    @Test func `a limit above the interval is met whatever a single round says`() {
        #expect(Verdict(nine, limit: 1.7, isLeast: false) == .met)
    }

    @Test func `a limit below the interval is missed`() {
        #expect(Verdict(nine, limit: 1.05, isLeast: false) == .missed)
    }

    @Test func `a limit inside the interval is undecided`() {
        #expect(Verdict(nine, limit: 1.4, isLeast: false) == .undecided)
        #expect(Verdict(nine, limit: 1.4, isLeast: true) == .undecided)
    }

    @Test func `a least value is met from below and missed from above`() {
        #expect(Verdict(nine, limit: 1.1, isLeast: true) == .met)
        #expect(Verdict(nine, limit: 1.8, isLeast: true) == .missed)
    }

    @Test func `too few rounds for an interval decide nothing`() {
        let three = Distribution([1, 2, 3])
        for limit in [0.5, 2.5, 3] { #expect(Verdict(three, limit: limit, isLeast: false) == .undecided) }
    }
}
