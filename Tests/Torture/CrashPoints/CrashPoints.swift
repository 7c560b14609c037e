import Foundation
import Polystore
import PolystoreRandom

/// Crashes at every call that changes a file (P2, P3): saves, joint saves, the making of stores, checkpoints, the emptying of
/// the log, closing, recovery, copies, backups and their return.
enum CrashPoints: Experiment {
    static let name = "crash-points"
    static let trialsPerSeed = 4_000

    static let cases: [ExperimentCase] =
        [
            workload("saves", .sqlite), workload("saves", .lmdb),
            workload("joint saves", .sqlite, .lmdb), workload("joint saves", .sqlite, .sqlite),
            workload("joint saves", .lmdb, .lmdb), workload("joint saves", .sqlite, .lmdb, .sqlite),
            workload("large saves", .sqlite, .lmdb), workload("recovery", .sqlite, .lmdb),
            workload("recovery", .sqlite, .sqlite), workload("recovery", .lmdb, .lmdb),
            workload("recovery", .lmdb, .sqlite, .lmdb), workload("copies", .sqlite, .lmdb),
            workload(relaxed, .sqlite), workload(relaxed, .lmdb), workload(relaxed, .sqlite, .lmdb),
            workload(relaxed, .sqlite, .sqlite), workload(relaxed, .lmdb, .lmdb),
            workload("backups", .sqlite, .lmdb), workload("backups", .lmdb, .sqlite), workload("restores", .sqlite),
            workload("restores", .lmdb), workload("restores", .sqlite, .lmdb), workload("restores", .sqlite, .sqlite),
        ]
        + [
            control("no syncs", .sqlite), control("no syncs", .lmdb), control("no syncs", .sqlite, .lmdb),
            control("no log", .sqlite, .lmdb), control("no log", .sqlite, .sqlite), control("no log", .lmdb, .lmdb),
        ]

    private static let relaxed = "relaxed saves"

    private static func workload(_ name: String, _ kinds: TortureStores.Kind...) -> ExperimentCase {
        ExperimentCase(name: name, backends: TortureStores.backends(kinds))
    }

    private static func control(_ name: String, _ kinds: TortureStores.Kind...) -> ExperimentCase {
        ExperimentCase(name: name, backends: TortureStores.backends(kinds), isControl: true)
    }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        var stores = try TortureStores(backends: unit.experimentCase.backends)
        let configuration = unit.experimentCase.name
        if configuration == relaxed { stores.durability = .losesLastSavesOnPowerCut }
        var random = RandomSource(seed: unit.seed)
        let recordings = try RecordingFile(unit.folder).recordings { folder in
            try record(configuration, stores, folder, random)
        }
        let honoursSyncs = configuration != "no syncs"
        let images = CrashImage.sample(
            CrashImage.all(of: recordings, honouringSyncs: honoursSyncs), unit.limit, &random)
        let oracle = CrashOracle(stores: stores, folder: unit.folder, dropsLog: configuration == "no log")
        var (disk, taken, current) = (SimulatedDisk?.none, 0, -1)
        for (trial, image) in images.enumerated() where unit.wants(trial) {
            let recording = recordings[image.recording]
            if image.recording != current {
                (disk, taken, current) = (
                    SimulatedDisk(recording.initial, honoursSyncs: honoursSyncs), 0, image.recording
                )
            }
            for call in recording.calls[taken..<image.calls] { disk?.take(call) }
            taken = image.calls
            guard let left = disk?.image(image.variant(unit.seed)) else { continue }
            try report.trial(trial) {
                do {
                    try oracle.examine(left, recording, after: image.calls, checks: trial % 4 == 0)
                } catch {
                    let (before, points) = (image.calls - 1, recording.calls.count)
                    throw Violation(
                        "recording \(image.recording), call \(before) of \(points), variant \(image.number): \(error)")
                }
            }
        }
    }

    private static func record(
        _ configuration: String, _ stores: TortureStores, _ folder: URL, _ random: RandomSource
    ) throws -> [Recording] {
        var random = random
        switch configuration {
        case "large saves":
            // Enough for the log of SQLite to be copied back beside the writer.
            let session = try RecordingSession(stores, in: folder, random, largestValue: 1_500_000)
            try session.open()
            try session.save(12)
            return [try session.finish()]
        case "copies":
            let session = try RecordingSession(stores, in: folder, random)
            try session.open()
            for _ in 0..<2 {
                try session.save(3)
                try session.copy()
            }
            try session.save(1)
            return [try session.finish()]
        case "backups":
            let session = try RecordingSession(stores, in: folder, random)
            try session.open()
            for _ in 0..<2 {
                try session.save(3)
                try session.copy(isBackup: true)
            }
            return [try session.finish()]
        case "restores":
            let session = try RecordingSession(stores, in: folder, random)
            try session.open()
            for _ in 0..<2 {
                try session.save(3)
                try session.copy(isBackup: true)
                try session.save(3)
                try session.restore()
            }
            try session.save(2)
            return [try session.finish()]
        case "recovery": return try recordRecoveries(stores, folder, &random)
        case relaxed:
            let session = try RecordingSession(stores, in: folder, random)
            for number in 0..<3 {
                try session.open()
                // The middle one closes stores that have given out no keys.
                try session.saveInTurns(3, inserts: number != 1)
                try session.close()
            }
            return [try session.finish()]
        default:
            let session = try RecordingSession(stores, in: folder, random)
            try session.open()
            try session.save(6)
            try session.close()
            try session.open()
            try session.save(6)
            return [try session.finish()]
        }
    }

    /// Recoveries of what crashes left, each recorded from there on.
    private static func recordRecoveries(
        _ stores: TortureStores, _ folder: URL, _ random: inout RandomSource
    ) throws -> [Recording] {
        let first = try RecordingSession(stores, in: folder, random)
        try first.open()
        try first.save(10)
        let recording = try first.finish()
        let images = CrashImage.all(of: [recording], honouringSyncs: true)
        return try (0..<6).map { number in
            let image = random.pick(images)
            var disk = SimulatedDisk(recording.initial)
            for call in recording.calls.prefix(image.calls) { disk.take(call) }
            let place = folder.appendingPathExtension("\(number)")
            try disk.image(image.variant(random.next())).write(to: place)
            let session = try RecordingSession(
                stores, in: place, RandomSource(seed: random.next()), origin: (recording, calls: image.calls))
            try session.open()
            try session.save(2)
            return try session.finish()
        }
    }
}
