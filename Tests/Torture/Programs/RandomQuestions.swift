import ConformanceBackends
import PolystoreConformance

/// Random questions of all backends and combinations, compared with plain dictionaries (P6): each answer, its count and its
/// complement.
enum RandomQuestions: Experiment {
    static let name = "questions"
    /// The graphs of one seed decide how many cases there are.
    static let trialsPerSeed = 1
    static let patience = 600
    static let cases = Backends.groups.indices.map { index in
        ExperimentCase(name: ["alone", "pairs", "triples"][index], backends: "all")
    }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        guard unit.wants(0), let index = cases.firstIndex(of: unit.experimentCase) else { return }
        try runOnce(report) { try Conformance.agree(Backends.groups[index], seed: unit.seed).cases }
    }
}
