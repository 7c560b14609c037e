import Foundation
import PolystoreRandom

/// Two to eight processes on the same stores (R13), which they reach under different names; those that hold the stores are
/// killed, and the next one recovers.
enum Processes: Experiment {
    static let name = "processes"
    static let trialsPerSeed = 100
    static let patience = 120
    /// How many kills come before the stores are looked at alone.
    private static let kills = 10

    private static let kinds: [[TortureStores.Kind]] = [
        [.sqlite], [.lmdb], [.sqlite, .lmdb], [.sqlite, .sqlite], [.lmdb, .lmdb],
    ]

    static let cases: [ExperimentCase] = Locking.allCases.flatMap { locking in
        kinds.map { kinds in
            ExperimentCase(
                name: locking.rawValue, backends: TortureStores.backends(kinds), isControl: locking == .granted)
        }
    }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        let stores = try TortureStores(backends: unit.experimentCase.backends)
        guard let locking = Locking(rawValue: unit.experimentCase.name) else { return }
        // What a worker that died has left is of unknown contents.
        let folder = unit.folder.appendingPathComponent("from\(unit.first)")
        var random = RandomSource(seed: unit.seed &+ UInt64(unit.first))
        var contention: Contention?
        for trial in 0..<unit.limit where unit.wants(trial) {
            try report.trial(trial) {
                do {
                    let current =
                        try contention
                        ?? Contention(stores, locking, folder.appendingPathComponent("\(trial)"), random)
                    contention = current
                    try current.killOne()
                    if trial % kills == kills - 1 || trial == unit.limit - 1 { try current.settle() }
                } catch {
                    // Of what is left of a violation nothing is known.
                    contention = nil
                    random = RandomSource(seed: random.next())
                    throw error
                }
            }
        }
    }
}
