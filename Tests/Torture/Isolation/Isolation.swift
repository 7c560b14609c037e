import Dispatch
import Foundation
import Polystore
import PolystoreConformance
import PolystoreRandom
import Synchronization

/// What tasks see of each other (P4, P5): contexts of every sort over every combination of stores.
///
/// Each history is checked for what its transactions' levels exclude.
enum Isolation: Experiment {
    static let name = "isolation"
    /// Transactions, of which controls count whole histories.
    static let trialsPerSeed = 2_000
    /// How many transactions are checked together.
    private static let historyLength = 200

    static let cases: [ExperimentCase] =
        IsolationStores.factories.map { ExperimentCase(name: "declared levels", backends: $0.name) }
        + MistakenLevel.allCases.map {
            ExperimentCase(name: $0.rawValue, backends: $0.backends, isControl: true)
        }

    static func run(_ unit: TrialUnit, _ report: TrialReport) throws {
        let stores = try IsolationStores(backends: unit.experimentCase.backends)
        // What a worker that died has left is not opened again.
        let folder = unit.folder.appendingPathComponent("from\(unit.first)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let container = try stores.open(folder)
        var random = RandomSource(seed: unit.seed)
        let mistake = MistakenLevel(rawValue: unit.experimentCase.name)
        for trial in 0..<max(1, unit.limit / historyLength) {
            let seed = random.next()
            guard unit.wants(trial) else { continue }
            try report.send(.trial(trial))
            do {
                let load = IsolationLoad(
                    container: container, place: HistoryPlace(stores, history: trial), seed: seed,
                    transactions: historyLength)
                var history = try wait { try await load.history() }
                mistake?.apply(to: &history)
                // One violation may show in many ways; of a control a history is a trial, which has to show one.
                let findings = IsolationChecker.findings(in: history).prefix(mistake == nil ? 20 : 1)
                for finding in findings {
                    try report.send(.violation("\(finding)"))
                }
            } catch { try report.send(.violation("\(error)")) }
            try report.send(.done(mistake == nil ? historyLength : 1))
        }
        try container.close()
    }

    /// Waits for what tasks do, on a thread that is none of theirs.
    private static func wait<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) throws -> Result {
        let (end, result) = (DispatchSemaphore(value: 0), Box<Result>())
        Task {
            do {
                let value = try await body()
                result.value.withLock { $0 = .success(value) }
            } catch { result.value.withLock { $0 = .failure(error) } }
            end.signal()
        }
        end.wait()
        guard let found = result.value.withLock({ $0 }) else { throw Violation("a task ended without a result") }
        return try found.get()
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Swift.Result<Value, any Error>?>(nil)
    }
}
