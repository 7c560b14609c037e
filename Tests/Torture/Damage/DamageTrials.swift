import Foundation
import Polystore
import PolystoreRandom

/// Damage to the files of stores and to the commit log (P7): a clear error or right data, never a wrong value or a signal.
enum DamageTrials: Experiment {
    static let name = "damage"
    static let trialsPerSeed = 2_000
    static let patience = 30

    private static let kinds: [[TortureStores.Kind]] = [[.sqlite], [.lmdb], [.sqlite, .lmdb], [.lmdb, .lmdb]]

    private static let states: [(name: String, state: StoreOrigin.State, lie: StoreOrigin.Lie?)] = [
        ("closed", .closed, nil), ("killed", .killed, nil),
        ("wrong value", .closed, .value), ("lost object", .closed, .object),
    ]

    static let cases: [ExperimentCase] = states.flatMap { state in
        kinds.map { kinds in
            ExperimentCase(name: state.name, backends: TortureStores.backends(kinds), isControl: state.lie != nil)
        }
    }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        var stores = try TortureStores(backends: unit.experimentCase.backends)
        guard let (_, state, lie) = states.first(where: { $0.name == unit.experimentCase.name }) else { return }
        let origin = try StoreOrigin(
            stores, state, in: unit.folder.appendingPathComponent("origin-\(unit.first)"), lie: lie)
        // What is damaged behind the first pages of an LMDB file is found before it is met only so.
        stores.verifiesPages = true
        let files = origin.tree.paths.compactMapValues { $0 }
        let place = unit.folder.appendingPathComponent("stores")
        for trial in 0..<unit.limit where unit.wants(trial) {
            var random = RandomSource(seed: unit.seed &+ UInt64(trial) << 32)
            var chosen: Damage?
            while chosen == nil { chosen = Damage(files, &random) }
            guard let damage = chosen else { continue }
            try report.trial(trial, of: "\(damage)") {
                try origin.tree.write(to: place)
                let file = place.appendingPathComponent(damage.path)
                try damage.bytes.withUnsafeBytes { try PlainFile.write($0, to: file.path) }
                try examine(stores, place, origin.ledger, wasKilled: state == .killed)
            }
        }
    }

    /// Opens, reads and writes what was damaged.
    private static func examine(
        _ stores: TortureStores, _ place: URL, _ ledger: SaveLedger, wasKilled: Bool
    ) throws {
        var opened: PersistentContainer?
        do {
            let container = try stores.open(place)
            opened = container
            let context = container.newConfinedContext()
            let found = try stores.kinds.indices.map {
                try SaveLedger.readRight(context, $0, ledger.numbers[$0])
            }
            if found == ledger.numbers {
                try Saving.whole.save(container, 10, in: Array(stores.kinds.indices))
                let expected = ledger.saving(10, in: Array(stores.kinds.indices))
                let saved = try SaveLedger(container, stores)
                guard saved == expected else { throw Violation("after a save \(saved), and not \(expected)") }
            } else {
                try requireFinding(container, found, ledger, wasKilled)
            }
        } catch let violation as Violation {
            // The violation is told, whatever closing says.
            try? opened?.close()
            throw violation
        } catch let error where error is any StructuredError {
            // A typed error is what is promised.
        }
        do { try opened?.close() } catch let error where error is any StructuredError {
            // The same.
        }
    }

    /// A check tells that objects are missing; not so where a log ends earlier, which is a state that was.
    private static func requireFinding(
        _ container: PersistentContainer, _ found: [[Int64]], _ ledger: SaveLedger, _ wasKilled: Bool
    ) throws {
        let isEarlier = zip(found, ledger.numbers).allSatisfy { $1.starts(with: $0) }
        if wasKilled, isEarlier { return }
        var findings = 0
        _ = try container.coordinator.check { _, _ in findings += 1 }
        if findings == 0 { throw Violation("found \(found) of \(ledger), and a check finds nothing") }
    }
}
