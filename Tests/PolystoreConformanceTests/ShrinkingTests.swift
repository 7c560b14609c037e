import PolystoreConformance
import PolystoreReferenceStore
import Testing

@Suite("A difference is shrunk to a short program")
struct ShrinkingTests {
    /// Defects that random programs meet, and the most steps that are needed to show each.
    static let defects: [(defect: Defect, steps: Int)] = [
        (.keepsDeletedRows, 6), (.dropsPairs, 6), (.findsNoReferences, 6), (.filtersNothing, 3), (.sortsNothing, 5),
        (.takesStaleWrites, 8),
    ]

    private func failure(_ defect: Defect, seed: UInt64) throws -> String {
        let factory = ConformanceFactory.defective(defect, for: .fetch)
        let error = #expect(throws: ConformanceFailure.self) {
            try Conformance.compare(factory, operations: 3_000, seed: seed, length: 300)
        }
        return try #require(error).description
    }

    @Test("a broken store is told by a few steps, its seed, and what was expected and found", arguments: defects)
    func short(_ defect: Defect, _ most: Int) throws {
        let text = try failure(defect, seed: 20_261_121)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("\(defect.rawValue) differs from plain dictionaries; SEED=202611"))
        let steps = lines.filter { $0.contains(/^ +\d+:/) }
        #expect(steps.count <= most, "\(text)")
        #expect(lines.contains { $0.hasPrefix("  expected: ") } && lines.contains { $0.hasPrefix("  found: ") })
    }

    @Test("the same seed gives the same short program")
    func repeated() throws {
        #expect(try failure(.keepsDeletedRows, seed: 7) == failure(.keepsDeletedRows, seed: 7))
    }

    @Test(
        "a run does as many operations as it was asked for, whatever the length of its programs",
        arguments: [1, 5, 77, 250])
    func exact(_ operations: Int) throws {
        let factory = ConformanceFactory("Reference", type: .reference("reference"))
        #expect(try Conformance.compare(factory, operations: operations, seed: 1, length: 50) == operations)
    }
}
