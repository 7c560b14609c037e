import BenchmarkDriver
import Testing

struct DistributionTests {
    @Test func `the median is the value in the middle, or the mean of two`() {
        #expect(Distribution([3, 1, 2]).median == 2)
        #expect(Distribution([4, 1, 2, 3]).median == 2.5)
        #expect(Distribution([7]).median == 7)
    }

    @Test func `the spread is a part of the median`() {
        #expect(Distribution([1, 2, 3]).spread == 1)
        #expect(Distribution([5]).spread == 0)
        #expect(Distribution([0, 0]).spread == 0)
    }

    @Test func `fewer than six values have no interval`() {
        for count in 1...5 { #expect(Distribution((1...count).map(Double.init)).interval == nil) }
    }

    /// The ranks of the 95 % interval for a median that tables of order statistics give.
    @Test(arguments: [
        (6, 1, 6), (7, 1, 7), (8, 1, 8), (9, 2, 8), (11, 2, 10), (12, 3, 10), (15, 4, 12), (20, 6, 15), (25, 8, 18),
    ])
    func `the interval lies between the ranks that tables give`(count: Int, low: Int, high: Int) {
        #expect(Distribution((1...count).map(Double.init)).interval == Double(low)...Double(high))
    }
}
