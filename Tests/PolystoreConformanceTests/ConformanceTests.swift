import ConformanceBackends
import Foundation
import PolystoreConformance
import PolystoreStorage
import Testing

@Suite("Every backend and every combination keeps the promises of the kit")
struct ConformanceTests {
    /// The promises of some backends, or those alone of whose sentence POLYSTORE_PROMISE is a part.
    private static func wanted(_ factories: [ConformanceFactory]) -> [ConformanceCase] {
        let cases = factories.flatMap { Conformance.cases(for: $0) }
        guard let part = ProcessInfo.processInfo.environment["POLYSTORE_PROMISE"] else { return cases }
        return cases.filter { $0.promise.contains(part) }
    }

    @Test("a promise", arguments: wanted(Backends.alone))
    func alone(_ test: ConformanceCase) async throws { try await test.run() }

    @Test("a promise over several stores", arguments: wanted(Backends.combined))
    func combined(_ test: ConformanceCase) async throws { try await test.run() }

    @Test("nothing is left out: every suite, operator, type, rule, policy and error code has a case or a reason")
    func complete() {
        #expect(Conformance.gaps(in: Backends.alone + Backends.combined) == [])
    }

    @Test(
        "a backend with accelerations keeps every promise with all of them off, too",
        arguments: Backends.all.map(\.type))
    func withoutAccelerations(type: StoreType) throws {
        let flags = type.options.filter { $0.kind == .flag }.map(\.name)
        let factories = Backends.alone.filter { $0.types.map(\.name) == [type.name] }
        let shipped = try #require(factories.first { $0.options.values.isEmpty })
        #expect(factories.count == (flags.isEmpty ? 1 : 2))
        for factory in factories where factory.name != shipped.name {
            #expect(Set(factory.options.values.keys) == Set(flags))
            #expect(factory.options.values.values.allSatisfy { $0 == .flag(false) })
            #expect(
                Conformance.cases(for: factory).map { "\($0.suite) \($0.promise)" }
                    == Conformance.cases(for: shipped).map { "\($0.suite) \($0.promise)" })
        }
        #expect(type.name != "sqlite" || !flags.isEmpty, "SQLite stores have accelerations")
    }

    @Test("each promise is one sentence of its own", arguments: Backends.alone + Backends.combined.prefix(1))
    func sentences(_ factory: ConformanceFactory) {
        let promises = Conformance.cases(for: factory).map { "\($0.suite) \($0.promise)" }
        let doubled = Dictionary(grouping: promises) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        #expect(doubled == [])
    }
}
