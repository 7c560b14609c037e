import ConformanceBackends
import PolystoreConformance

/// Random programs on all backends and combinations, compared with plain dictionaries (P6).
enum RandomPrograms: Experiment {
    static let name = "programs"
    static let trialsPerSeed = 2_000
    private static let factories = Backends.alone + Backends.combined
    static let cases = factories.map { ExperimentCase(name: "random", backends: $0.name) }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        guard unit.wants(0), let factory = factories.first(where: { $0.name == unit.experimentCase.backends }) else {
            return
        }
        try runOnce(report) { try Conformance.compare(factory, operations: unit.limit, seed: unit.seed) }
    }
}
