import ConformanceBackends
import PolystoreConformance

/// Random walks through changes, undo and redo on all backends and combinations, beside whole copies of the graph.
enum UndoWalks: Experiment {
    static let name = "undo"
    static let trialsPerSeed = 2_000
    private static let factories = Backends.alone + Backends.combined
    static let cases = factories.map { ExperimentCase(name: "walks", backends: $0.name) }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        guard unit.wants(0), let factory = factories.first(where: { $0.name == unit.experimentCase.backends }) else {
            return
        }
        try runOnce(report) { try Conformance.walkThroughUndo(factory, steps: unit.limit, seed: unit.seed) }
    }
}
