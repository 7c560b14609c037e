import Foundation
import Synchronization

/// Makes trials of one experiment, seed after seed, in worker processes, and keeps what they came to.
struct Campaign {
    let experiment: any Experiment.Type
    let invocation: Invocation
    let place: TrialPlace
    let log: ResultLog

    private struct State {
        var seed: UInt64
        /// The cases of the seed that no worker has yet.
        var waiting: [ExperimentCase] = []
        /// What was done since results were written.
        var results: [ExperimentCase: ExperimentResult] = [:]
        /// What each control found in all.
        var controls: [ExperimentCase: ExperimentResult] = [:]
        /// The trials that are done, and those that workers have, controls not counted.
        var count = 0
        var failure: (any Error)?
    }

    /// How often results are written, in seconds: what a run that is killed loses at most.
    private static let interval = 300.0

    /// Runs until as many trials are done as are wanted.
    ///
    /// - Returns: Whether no promise was violated, and every control found enough.
    func run() throws -> Bool {
        let first = try invocation.seed ?? log.nextSeed(of: experiment.name)
        try say("\(experiment.name): SEED=\(first), results in \(log.folder.path)")
        let start = Date()
        let state = Mutex(State(seed: first &- 1))
        let written = Mutex((date: start, all: [ExperimentResult]()))
        DispatchQueue.concurrentPerform(iterations: invocation.workers) { _ in
            while let (experimentCase, seed) = next(state, since: start) {
                do {
                    let result = try run(experimentCase, seed)
                    state.withLock { state in
                        if !experimentCase.isControl { state.count += result.count - limit }
                        Self.add(result, of: experimentCase, to: &state.results)
                        if experimentCase.isControl { Self.add(result, of: experimentCase, to: &state.controls) }
                    }
                    try written.withLock { written in
                        guard Date().timeIntervalSince(written.date) > Self.interval else { return }
                        written.date = Date()
                        try write(state, &written.all)
                    }
                } catch { state.withLock { $0.failure = error } }
            }
        }
        if let failure = state.withLock(\.failure) { throw failure }
        let results = try written.withLock { written in
            try write(state, &written.all)
            return written.all
        }
        let report = TortureReport(results)
        try say(report.table)
        return report.failures.isEmpty
    }

    private static func add(
        _ result: ExperimentResult, of experimentCase: ExperimentCase,
        to results: inout [ExperimentCase: ExperimentResult]
    ) {
        if results[experimentCase] == nil {
            results[experimentCase] = result
        } else {
            results[experimentCase]?.add(result)
        }
    }

    /// Writes what was done since the last time.
    private func write(_ state: borrowing Mutex<State>, _ all: inout [ExperimentResult]) throws {
        let results = state.withLock { state in
            defer { state.results = [:] }
            return state.results.values.sorted { ($0.configuration, $0.backends) < ($1.configuration, $1.backends) }
        }
        for result in results where result.count > 0 { try log.append(result) }
        all += results
    }

    /// The next case for a worker, and its seed; nil at the end.
    private func next(_ state: borrowing Mutex<State>, since start: Date) -> (ExperimentCase, UInt64)? {
        state.withLock { state in
            if state.failure != nil || isStopped(since: start) { return nil }
            if state.waiting.isEmpty {
                guard state.count < invocation.count else { return nil }
                state.seed &+= 1
                // A control that found enough tells nothing new.
                state.waiting = wantedCases.filter { experimentCase in
                    guard experimentCase.isControl, let found = state.controls[experimentCase] else { return true }
                    return !TortureReport.isConvincing(found)
                }
                if state.waiting.isEmpty { return nil }
            }
            let experimentCase = state.waiting.removeFirst()
            if !experimentCase.isControl { state.count += limit }
            return (experimentCase, state.seed)
        }
    }

    /// How many trials are made of a case with one seed.
    private var limit: Int { invocation.limit ?? experiment.trialsPerSeed }

    private var wantedCases: [ExperimentCase] {
        experiment.cases.filter { invocation.configuration == nil || invocation.configuration == $0.name }
    }

    private func isStopped(since start: Date) -> Bool {
        Stop.isAsked.load(ordering: .relaxed)
            || invocation.seconds.map { Date().timeIntervalSince(start) > $0 } ?? false
    }

    /// Makes the trials of one case and seed; a worker that dies is followed by another, behind the trial at which it died.
    private func run(_ experimentCase: ExperimentCase, _ seed: UInt64) throws -> ExperimentResult {
        let (start, folder) = (Date(), try invocation.makeFolder())
        var result = ExperimentResult(experiment.name, experimentCase, seed: seed, place)
        var first = invocation.trial ?? 0
        var isUnderWay = true
        while isUnderWay {
            let arguments =
                ["worker", experiment.name, experimentCase.name, experimentCase.backends, "\(seed)", "\(limit)"]
                + ["\(first)", "\(invocation.trial.map { $0 + 1 } ?? Int.max)", folder.path]
            var (trial, subject, found, hasBegun) = (first, "", [String](), false)
            let ending = try Worker(arguments: arguments).run(
                patience: experiment.patience, isStopped: { Stop.isAsked.load(ordering: .relaxed) }
            ) { line in
                switch line {
                case .trial(let index): (trial, subject, hasBegun) = (index, "", true)
                case .subject(let text): subject = " (\(text))"
                case .done(let count): result.count += count
                case .violation(let text): found.append("trial \(trial)\(subject): \(text)")
                case .end: break
                }
            }
            switch ending {
            case .finished, .stopped: isUnderWay = false
            case .died(let reason):
                found.append("trial \(trial)\(subject): the process ended: \(reason)")
                result.count += 1
                first = trial + 1
                // A worker that dies before its first trial would do so for ever.
                isUnderWay = invocation.trial == nil && hasBegun && first < Int.max - 1 && found.count < 1000
            }
            result.violations += found.count
            for text in found where !experimentCase.isControl {
                let place = "\(experiment.name) \(experimentCase.name) \(experimentCase.backends) seed \(seed)"
                try say("VIOLATION \(place) \(text)")
                try log.append(violation: "\(self.place.revision) \(place) limit \(limit) \(text)")
            }
        }
        result.seconds = Date().timeIntervalSince(start)
        result.date = Date()
        if result.violations == 0 || experimentCase.isControl || !invocation.keeps {
            try FileManager.default.removeItem(at: folder)
        } else {
            try say("kept \(folder.path)")
        }
        return result
    }
}

/// Prints a line at once, also into a file or a pipe.
func say(_ text: String) throws { try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8)) }
