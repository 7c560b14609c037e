import Foundation
import PolystoreRandom

/// The system's calls fail, each in turn, once or from then on (P2, P3, P7): the right error or success, the old or the new
/// state, never a hang.
enum Failures: Experiment {
    static let name = "failures"
    static let trialsPerSeed = 2_000
    static let patience = 30

    static let cases: [ExperimentCase] =
        FailureProgram.Part.allCases.flatMap { part in
            [[TortureStores.Kind.sqlite], [.lmdb], [.sqlite, .lmdb], [.sqlite, .sqlite], [.lmdb, .lmdb]].map { kinds in
                ExperimentCase(name: part.rawValue, backends: TortureStores.backends(kinds))
            }
        }
        + [
            control(.unfounded, [.sqlite]), control(.unfounded, [.lmdb]), control(.unfounded, [.sqlite, .lmdb]),
            control(.apart, [.sqlite, .lmdb]), control(.apart, [.sqlite, .sqlite]), control(.apart, [.lmdb, .lmdb]),
        ]

    private static func control(_ saving: Saving, _ kinds: [TortureStores.Kind]) -> ExperimentCase {
        ExperimentCase(name: saving.rawValue, backends: TortureStores.backends(kinds), isControl: true)
    }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        let stores = try TortureStores(backends: unit.experimentCase.backends)
        let part = FailureProgram.Part(rawValue: unit.experimentCase.name) ?? .save
        let state: StoreOrigin.State =
            switch part {
            case .create: .empty
            case .recovery: .killed
            case .open, .save: .closed
            }
        let origin = try StoreOrigin(stores, state, in: unit.folder.appendingPathComponent("origin-\(unit.first)"))
        let program = FailureProgram(
            stores: stores, part: part, origin: origin, folder: unit.folder.appendingPathComponent("stores"),
            saving: Saving(rawValue: unit.experimentCase.name) ?? .whole)
        var random = RandomSource(seed: unit.seed)
        let points = try points(program, report)
        // All of them in an order of the seed's, so that several seeds make all of a long list.
        for (trial, point) in points.shuffled(using: &random).prefix(unit.limit).enumerated() where unit.wants(trial) {
            try report.trial(trial, of: "\(point)") { _ = try program.run(point, checks: trial % 8 == 0) }
        }
    }

    /// Every call that the program makes, with every error.
    private static func points(_ program: FailureProgram, _ report: TrialReport) throws -> [FailingCalls] {
        var counts: [String: Int] = [:]
        // Between the saves of a program that tears them, there is little that fails but those.
        let wanted = FailingCalls.all.filter { program.saving != .apart || ["write", "sync"].contains($0.name) }
        return try wanted.flatMap { failing in
            // A word of life.
            try report.send(.done(0))
            var failing = failing
            let count: Int
            if let known = counts[failing.name] {
                count = known
            } else {
                failing.position = .max
                count = try program.run(failing, checks: false)
                counts[failing.name] = count
            }
            return (0..<count).map { position in
                var point = failing
                point.position = position
                return point
            }
        }
    }
}
