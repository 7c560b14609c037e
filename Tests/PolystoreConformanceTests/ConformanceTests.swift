import ConformanceBackends
import PolystoreConformance
import Testing

@Suite("Every backend and every combination keeps the promises of the kit")
struct ConformanceTests {
    @Test("a promise", arguments: Backends.alone.flatMap { Conformance.cases(for: $0) })
    func alone(_ test: ConformanceCase) async throws { try await test.run() }

    @Test("a promise over several stores", arguments: Backends.combined.flatMap { Conformance.cases(for: $0) })
    func combined(_ test: ConformanceCase) async throws { try await test.run() }

    @Test("nothing is left out: every suite, operator, type, rule, policy and error code has a case or a reason")
    func complete() {
        #expect(Conformance.gaps(in: Backends.alone + Backends.combined) == [])
    }

    @Test("each promise is one sentence of its own", arguments: Backends.alone + Backends.combined.prefix(1))
    func sentences(_ factory: ConformanceFactory) {
        let promises = Conformance.cases(for: factory).map { "\($0.suite) \($0.promise)" }
        let doubled = Dictionary(grouping: promises) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        #expect(doubled == [])
    }
}
