import BackendTemplate
import PolystoreConformance
import Testing

extension ConformanceFactory {
    static let template = ConformanceFactory("Template", type: .template)
    static let twoTemplates = ConformanceFactory("Template + Template", combining: [.template, .template])
}

@Suite("The template keeps the promises of the kit")
struct ConformanceTests {
    @Test("a promise", arguments: Conformance.cases(for: .template) + Conformance.cases(for: .twoTemplates))
    func conforms(_ test: ConformanceCase) async throws { try await test.run() }

    @Test("nothing is left out")
    func complete() { #expect(Conformance.gaps(in: [.template, .twoTemplates]) == []) }

    @Test("random programs see what plain dictionaries see")
    func random() throws { try Conformance.compare(.template, operations: 5_000, seed: Conformance.seed) }
}
