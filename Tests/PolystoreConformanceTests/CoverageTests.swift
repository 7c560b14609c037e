import ConformanceBackends
import Foundation
import PolystoreConformance
import Testing

@Suite("The check that nothing is left out can fail")
struct CoverageTests {
    private static let factories = Backends.alone + [Backends.combined[0]]
    private static let cases = factories.flatMap { Conformance.cases(for: $0) }
    private static let reachable = ConformanceSubject.all.filter { ConformanceSubject.beyondReach[$0] == nil }

    @Test("without its cases, every operator, type, rule, policy, capability and error code is missed by name")
    func subjects() {
        for subject in Self.reachable {
            let others = Self.cases.filter { test in
                var covers = test.covers
                covers.formUnion(test.needs.map(ConformanceSubject.capability))
                return !covers.contains(subject)
            }
            #expect(others.count < Self.cases.count, "\(subject)")
            #expect(Conformance.gaps(in: Self.factories, running: others).contains("no case covers \(subject)"))
        }
    }

    @Test(
        "a suite that is not run is missed, unless it is opted out of with a reason",
        arguments: ConformanceSuite.allCases)
    func suites(_ suite: ConformanceSuite) {
        let others = Self.cases.filter { $0.suite != suite }
        let sentence = "the suite “\(suite.title)” is neither run nor opted out of"
        #expect(Conformance.gaps(in: Self.factories, running: others).contains(sentence))
        func gaps(_ reason: String) -> [String] {
            let leaving = ConformanceFactory(
                "Leaver", type: Backends.all[0].type, optOuts: [ConformanceOptOut(suite, because: reason)])
            return Conformance.gaps(in: Self.factories + [leaving], running: others)
        }
        #expect(!gaps("not yet").contains(sentence))
        #expect(gaps("").contains("Leaver leaves something out without a reason"))
    }

    @Test("leaving out a promise that does not exist is reported")
    func unknownPromise() {
        let optOut = ConformanceOptOut(promise: "the moon is made of cheese", because: "it is not")
        let factory = ConformanceFactory("Dreamer", type: Backends.all[0].type, optOuts: [optOut])
        #expect(
            Conformance.gaps(in: [factory]).contains(
                "Dreamer leaves out “the moon is made of cheese”, which no case promises"))
    }

    @Test(
        "every error code that the sources declare must have a case",
        arguments: [
            ("PolystoreStorage/Errors/StoreError+Codes.swift", "StoreError"),
            ("PolystoreQuery/Errors/QueryError+Codes.swift", "QueryError"),
            ("PolystoreCore/Save/SaveError.swift", "SaveError"),
            ("PolystoreCore/Save/ValidationFailure.swift", "ValidationFailure"),
            ("PolystoreModel/Errors/ValueError.swift", "ValueError"),
        ])
    func codes(_ file: String, _ family: String) throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/\(file)")
        let text = try String(contentsOf: sources, encoding: .utf8)
        let declared = text.matches(of: /static let \w+ = Self\(rawValue: "(\w+)"\)/).map { "\(family) \($0.output.1)" }
        let known = ConformanceSubject.all.map(\.description).filter { $0.hasPrefix("\(family) ") }
        #expect(!declared.isEmpty)
        #expect(Set(declared) == Set(known))
    }

    @Test("an opted-out case is not run, and stands with its reason in the table")
    func optedOut() async throws {
        let promise = try #require(Conformance.cases(for: Backends.alone[0]).first).promise
        let factory = ConformanceFactory(
            "Leaver", type: Backends.all[0].type, optOuts: [ConformanceOptOut(promise: promise, because: "of the rain")]
        )
        let test = try #require(Conformance.cases(for: factory).first)
        try await test.run()
        let table = Conformance.table(of: [factory])
        #expect(table.contains("- Leaver leaves out “\(promise)”: of the rain"))
    }
}
