import PolystoreCore
import PolystoreStorage

extension Conformance {
    /// The gaps that the cases of some factories leave, a sentence each; empty when there are none.
    ///
    /// Every suite must be run by one of the factories or opted out of with a reason; every operator, quantifier,
    /// attribute type, delete rule, merge policy, capability and error code must have a case, or stand in the list of
    /// what no case can bring about.
    public static func gaps(in factories: [ConformanceFactory]) -> [String] {
        gaps(in: factories, running: factories.flatMap { cases(for: $0) })
    }

    /// The gaps that some cases of some factories leave.
    package static func gaps(in factories: [ConformanceFactory], running cases: [ConformanceCase]) -> [String] {
        var covered: Set<ConformanceSubject> = []
        for test in cases { covered.formUnion(test.covers.union(test.needs.map(ConformanceSubject.capability))) }
        var suites = Set(cases.map(\.suite))
        var gaps: [String] = []
        for factory in factories {
            let promises = Set(cases.filter { $0.factory.name == factory.name }.map(\.promise))
            for optOut in factory.optOuts {
                if optOut.reason.isEmpty { gaps.append("\(factory.name) leaves something out without a reason") }
                switch optOut.scope {
                case .suite(let suite): suites.insert(suite)
                case .promise(let promise) where !promises.contains(promise):
                    gaps.append("\(factory.name) leaves out “\(promise)”, which no case promises")
                case .promise: break
                }
            }
        }
        for suite in ConformanceSuite.allCases where !suites.contains(suite) {
            gaps.append("the suite “\(suite.title)” is neither run nor opted out of")
        }
        for subject in ConformanceSubject.all where !covered.contains(subject) {
            if ConformanceSubject.beyondReach[subject] == nil { gaps.append("no case covers \(subject)") }
        }
        for (subject, reason) in ConformanceSubject.beyondReach {
            if covered.contains(subject) { gaps.append("\(subject) has a case and is called beyond reach") }
            if reason.isEmpty { gaps.append("\(subject) is called beyond reach without a reason") }
        }
        return gaps.sorted()
    }
}
