import PolystoreConformance
import Testing

@Suite("Each backend keeps the promises of the kit")
struct ConformanceTests {
    @Test(arguments: Backends.alone.flatMap { Conformance.cases(for: $0) })
    func conforms(_ test: ConformanceCase) async throws { try await test.run() }
}
