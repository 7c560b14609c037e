import PolystoreConformance
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("The kit notices what is wrong")
struct DefectTests {
    /// A defect and a suite that must notice it.
    struct Trial: Sendable, CustomTestStringConvertible {
        let defect: Defect
        let suite: ConformanceSuite

        var testDescription: String { "\(defect.rawValue), \(suite.title)" }
    }

    static let trials = Defect.allCases.flatMap { defect in
        defect.suites.map { Trial(defect: defect, suite: $0) }
    }

    /// The first promise of a suite that a factory does not keep.
    static func firstBroken(_ suite: ConformanceSuite, _ factory: ConformanceFactory) async -> String? {
        for test in Conformance.cases(for: factory) where test.suite == suite {
            do {
                try await test.run()
            } catch {
                return test.promise
            }
        }
        return nil
    }

    @Test("a store with a defect fails a case of each suite that is about it", arguments: trials)
    func noticed(_ trial: Trial) async throws {
        let factory = ConformanceFactory.defective(trial.defect, for: trial.suite)
        let broken = await Self.firstBroken(trial.suite, factory)
        #expect(broken != nil)
    }

    @Test("every suite was seen to fail")
    func everySuite() {
        #expect(Set(Self.trials.map(\.suite)) == Set(ConformanceSuite.allCases))
    }

    @Test("the reference store, which has none, keeps every promise", arguments: ConformanceSuite.allCases)
    func sound(_ suite: ConformanceSuite) async {
        let type = StoreType.reference("reference")
        let factory =
            suite == .multiStore
            ? ConformanceFactory("Reference + Reference", combining: [type, type])
            : ConformanceFactory("Reference", type: type)
        let broken = await Self.firstBroken(suite, factory)
        #expect(broken == nil)
    }
}
