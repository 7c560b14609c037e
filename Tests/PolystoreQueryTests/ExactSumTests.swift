import PolystoreRandom
import Testing

@testable import PolystoreQuery

@Suite("Exact sums")
struct ExactSumTests {
    static func sum(_ values: some Sequence<Double>) -> ExactSum {
        values.reduce(into: ExactSum()) { $0.add($1) }
    }

    static func randomDouble(using source: inout RandomSource) -> Double {
        while true {
            let value = Double(bitPattern: source.next())
            if value.isFinite { return value }
        }
    }

    @Test("sums and averages are the true ones, rounded once")
    func vectors() {
        for (values, sum, average) in ExactSumVectors.all {
            let exact = Self.sum(values.map { Double(bitPattern: $0) })
            #expect(exact.sum?.bitPattern == sum)
            #expect(exact.average?.bitPattern == average)
        }
    }

    @Test("neither order nor grouping changes a bit")
    func orderAndGrouping() throws {
        var source = RandomSource()
        for _ in 0..<300 {
            var values = (0..<Int.random(in: 1...40, using: &source)).map { _ in Self.randomDouble(using: &source) }
            let whole = Self.sum(values)
            values.shuffle(using: &source)
            let cut = Int.random(in: 0...values.count, using: &source)
            var parts = Self.sum(values[..<cut])
            parts.add(Self.sum(values[cut...]))
            try #require(parts.sum?.bitPattern == whole.sum?.bitPattern)
            try #require(parts.average?.bitPattern == whole.average?.bitPattern)
            try #require(parts.count == whole.count)
        }
    }

    @Test("a value and its opposite leave the rest as it was")
    func cancellation() throws {
        var source = RandomSource()
        for _ in 0..<500 {
            let (value, other) = (Self.randomDouble(using: &source), Self.randomDouble(using: &source))
            try #require(Self.sum([value, other, -value]).sum == other)
            try #require(Self.sum([value]).sum == value)
            try #require(Self.sum([value, value, value]).average == value)
        }
    }

    @Test("an overflow on the way does no harm, at the end it is an infinity")
    func overflow() {
        let great = Double.greatestFiniteMagnitude
        #expect(Self.sum([great, great, -great]).sum == great)
        #expect(Self.sum([great, great]).sum == .infinity)
        #expect(Self.sum([-great, -great]).sum == -.infinity)
        #expect(Self.sum([great, great]).average == great)
        #expect(Self.sum([great, great.ulp / 2]).sum == .infinity)
        #expect(Self.sum([great, great.ulp / 4]).sum == great)
    }

    @Test("zeros, infinities and no values have their documented results")
    func specialValues() {
        #expect(ExactSum().sum == 0)
        #expect(ExactSum().average == nil)
        #expect(Self.sum([-0.0]).sum?.sign == .plus)
        #expect(Self.sum([1, .infinity]).sum == .infinity)
        #expect(Self.sum([1, -.infinity]).average == -.infinity)
        #expect(Self.sum([.infinity, -.infinity]).sum == nil)
        #expect(Self.sum([.infinity, -.infinity]).average == nil)
        #expect(Self.sum([.nan]).sum == nil)
        #expect(Self.sum([.leastNonzeroMagnitude, 0]).average == 0)
        #expect(Self.sum([.leastNonzeroMagnitude, .leastNonzeroMagnitude * 2]).average == 2 * .leastNonzeroMagnitude)
    }
}
