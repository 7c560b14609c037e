import Foundation
import Polystore
import PolystoreRandom

/// Kills of a process that writes, at random moments, with readers in other processes (P2, P3).
enum Kills: Experiment {
    static let name = "kills"
    static let trialsPerSeed = 100

    static let cases: [ExperimentCase] =
        [
            trial([.sqlite]), trial([.lmdb]), trial([.sqlite, .lmdb]), trial([.sqlite, .sqlite]),
            trial([.lmdb, .lmdb]),
            trial([.lmdb, .sqlite, .lmdb]),
        ]
        + [
            control(.unfounded, [.sqlite]), control(.unfounded, [.lmdb]), control(.apart, [.sqlite, .lmdb]),
            control(.apart, [.sqlite, .sqlite]), control(.apart, [.lmdb, .lmdb]),
        ]

    private static func trial(_ kinds: [TortureStores.Kind]) -> ExperimentCase {
        ExperimentCase(name: Saving.whole.rawValue, backends: TortureStores.backends(kinds))
    }

    private static func control(_ saving: Saving, _ kinds: [TortureStores.Kind]) -> ExperimentCase {
        ExperimentCase(name: saving.rawValue, backends: TortureStores.backends(kinds), isControl: true)
    }

    /// What may be in the stores: what was acknowledged, with or without the save that was under way at each kill.
    private struct Expected {
        var ledgers: Set<SaveLedger>
        var next: Int64 = 1
    }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        let stores = try TortureStores(backends: unit.experimentCase.backends)
        guard let saving = Saving(rawValue: unit.experimentCase.name) else { return }
        let folder = unit.folder.appendingPathComponent("stores")
        // A worker that died leaves stores of which nothing is known.
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var random = RandomSource(seed: unit.seed &+ UInt64(unit.first))
        var expected = Expected(ledgers: [SaveLedger(stores: stores.kinds.count)])
        var reader: ChildProcess?
        defer {
            reader?.kill()
            _ = reader?.wait()
        }
        for trial in 0..<unit.limit where unit.wants(trial) {
            try report.trial(trial) {
                if reader == nil {
                    reader = try ChildProcess(arguments: ["reader", unit.experimentCase.backends, folder.path])
                }
                try kill(stores, folder, saving, &random, &expected)
                // Some kills come upon each other, so that a recovery is killed as well.
                if random.chance(2) || expected.ledgers.count > 4 {
                    try find(stores, folder, &expected, checks: trial % 8 == 0)
                }
                if let current = reader { try read(current) }
                if random.chance(10) {
                    reader?.kill()
                    _ = reader?.wait()
                    reader = nil
                }
            }
        }
    }

    /// Lets a writer run for a while, and kills it.
    private static func kill(
        _ stores: TortureStores, _ folder: URL, _ saving: Saving, _ random: inout RandomSource,
        _ expected: inout Expected
    ) throws {
        let arguments = [
            "writer", TortureStores.backends(stores.kinds), folder.path, "\(expected.next)", "\(random.next() >> 1)",
            saving.rawValue,
        ]
        let writer = try ChildProcess(arguments: arguments)
        var (isOpen, returned) = (false, 0)
        var begun: (number: Int64, stores: [Int])?
        func take(_ text: String) throws {
            guard let line = KillWriter.Line(text) else { throw Violation("the writer says '\(text)'") }
            switch line {
            case .opened: isOpen = true
            case .begins(let number, let touched):
                begun = (number, touched)
                expected.next = number + 1
            case .returned(let number):
                guard let save = begun, save.number == number else { throw Violation("save \(number) was not begun") }
                expected.ledgers = Set(expected.ledgers.map { $0.saving(number, in: save.stores) })
                begun = nil
                returned += 1
            }
        }
        // Opening takes a while, so that a kill soon after the start comes in the middle of it.
        let saves = random.chance(6) ? 0 : 1 + random.below(40)
        let patience = Int32(saves == 0 ? 5 + random.below(60) : 10_000)
        var isEnded = false
        waiting: while !isOpen || returned < saves {
            switch writer.read(waiting: patience) {
            case .line(let text): try take(text)
            case .nothing:
                if saves == 0 { break waiting }
                writer.kill()
                _ = writer.wait()
                throw Violation("the writer said nothing for ten seconds")
            case .end:
                isEnded = true
                break waiting
            }
            if saves == 0, isOpen { break }
        }
        ChildProcess.pause(microseconds: random.below(3_000))
        writer.kill()
        while case .line(let text) = writer.read(waiting: 10_000) { try take(text) }
        let reason = writer.wait()
        if isEnded { throw Violation("the writer ended by itself: \(reason ?? "without an error")") }
        if let save = begun {
            expected.ledgers.formUnion(expected.ledgers.map { $0.saving(save.number, in: save.stores) })
        }
    }

    /// Looks at what is in the stores: one of what may be there.
    ///
    /// What is there is what further kills begin with.
    private static func find(
        _ stores: TortureStores, _ folder: URL, _ expected: inout Expected, checks: Bool
    ) throws {
        let container = try stores.open(folder)
        let found = try SaveLedger(container, stores)
        let allowed = expected.ledgers
        expected.ledgers = [found]
        if checks { try stores.check(container) }
        try container.close()
        guard allowed.contains(found) else {
            throw Violation("found \(found), and \(allowed.map(\.description)) may be there")
        }
    }

    /// Takes what the reader has said.
    private static func read(_ reader: ChildProcess) throws {
        switch reader.read(waiting: 0) {
        case .line(let text): throw Violation("a reader: \(text)")
        case .nothing: break
        case .end: throw Violation("a reader ended: \(reader.wait() ?? "without an error")")
        }
    }
}
