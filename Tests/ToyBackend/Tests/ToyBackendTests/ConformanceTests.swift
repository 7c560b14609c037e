import PolystoreConformance
import Testing
import ToyBackend

extension ConformanceFactory {
    static let toy = ConformanceFactory("Toy", type: .toy)
    static let twoToys = ConformanceFactory("Toy + Toy", combining: [.toy, .toy])
}

@Suite("The toy backend keeps the promises of the kit, as far as it makes them")
struct ConformanceTests {
    @Test("a promise", arguments: Conformance.cases(for: .toy) + Conformance.cases(for: .twoToys))
    func conforms(_ test: ConformanceCase) async throws { try await test.run() }

    @Test("nothing is left out")
    func complete() { #expect(Conformance.gaps(in: [.toy, .twoToys]) == []) }

    @Test("random programs see what plain dictionaries see")
    func random() throws { try Conformance.compare(.toy, operations: 5_000, seed: Conformance.seed) }
}
