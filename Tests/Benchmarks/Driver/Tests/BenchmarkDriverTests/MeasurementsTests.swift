import BenchmarkDriver
import Testing

struct MeasurementsTests {
    private func measurements(_ rounds: [String]) -> Measurements {
        var result = Measurements()
        for (round, text) in rounds.enumerated() { result.add(RunnerOutput(text), product: "a", round: round) }
        return result
    }

    @Test func `a line of results is read and any other is not`() throws {
        let sample = try #require(Sample(line: "R rawc W1 0.250000000 1000 42"))
        #expect(sample.product == "rawc" && sample.workload == "W1" && sample.value == 0.25)
        #expect(sample.operations == 1000 && sample.checksum == 42)
        for line in ["", "S rawc WAL", "R rawc W1 x 1 2", "R rawc W1 0.1 1", "R rawc W1 0.1 1 -2"] {
            #expect(Sample(line: line) == nil)
        }
    }

    @Test func `settings are what follows the product`() {
        #expect(RunnerOutput("S a WAL, FULL\nR a W1 1 1 1").settings == ["WAL, FULL"])
    }

    @Test func `ratios pair values of the same round`() throws {
        let found = measurements(["R a W1 2 1 7\nR b W1 1 1 7", "R a W1 9 1 7\nR b W1 3 1 7", "R a W1 5 1 7"])
        #expect(try #require(found.ratios(of: "a", to: "b", "W1")).values == [2, 3])
        #expect(found.ratios(of: "a", to: "c", "W1") == nil)
    }

    @Test func `values are for one operation`() throws {
        let found = measurements(["R a W1 2 4 7\nR a W13w 2 10 0"])
        #expect(try #require(found.values("a", "W1")).median == 0.5)
        #expect(try #require(found.values("a", "W13w")).median == 5)
    }

    @Test func `another checksum for as many operations is a disagreement`() {
        let same = measurements(["R a W2 1 5 7\nR b W2 1 5 7\nR c W2 1 6 8"])
        #expect(same.disagreements(products: ["a", "b", "c"]).lines.isEmpty)
        #expect(same.disagreements(products: ["a", "b", "c"]).compared == 1)
        let other = measurements(["R a W2 1 5 7\nR b W2 1 5 8"])
        #expect(other.disagreements(products: ["a", "b"]).lines == ["  W2: a has 7, b 8"])
    }

    @Test func `a product that changes its mind between rounds disagrees`() {
        let found = measurements(["R a W2 1 5 7", "R a W2 1 5 8"])
        #expect(found.disagreements(products: ["a"]).lines.count == 1)
    }

    @Test func `fewer operations are compared with a reference that did as few`() {
        var found = measurements(["R a W3 1 100 7\nR b W3 1 10 5"])
        found.addReference(RunnerOutput("R a W3 1 10 5\nR a W4 1 10 1"))
        #expect(found.disagreements(products: ["a", "b"]).lines.isEmpty)
        #expect(found.disagreements(products: ["a", "b"]).compared == 1)
        found.addReference(RunnerOutput("R a W3 1 10 6"))
        #expect(found.disagreements(products: ["a", "b"]).lines.count == 1)
    }
}
