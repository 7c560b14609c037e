import Foundation

/// Runs contestants in rounds, each on fresh files, in another order every round.
public struct Tournament {
    private let contestants: [Contestant]
    private let plan: Plan
    private let folder: URL
    private let only: [String]
    /// Told what is about to run.
    public var progress: (String) -> Void = { _ in }

    /// How many rounds measure memory: it hardly changes.
    private static let memoryRounds = 3

    /// Prepares a tournament whose files lie in a folder on a disk.
    public init(_ contestants: [Contestant], _ plan: Plan, folder: URL, only: [String] = []) {
        self.contestants = contestants
        self.plan = plan
        self.folder = folder
        self.only = only
    }

    /// Runs the rounds.
    ///
    /// - Throws: `DriverError` when a runner fails or the products disagree.
    public func run() throws -> Measurements {
        var measurements = Measurements()
        let start = Date()
        var longest = 0.0
        for round in 0..<plan.rounds {
            let began = Date()
            if round > 0, began.timeIntervalSince(start) + longest > plan.budget { break }
            for place in contestants.indices {
                let contestant = contestants[(place + round) % contestants.count]
                guard round < contestant.rounds else { continue }
                progress("round \(round + 1) of \(plan.rounds): \(contestant.product)")
                try run(contestant, round, &measurements)
            }
            longest = max(longest, Date().timeIntervalSince(began))
            let (lines, _) = measurements.disagreements(products: contestants.map(\.product))
            guard lines.isEmpty else { throw DriverError.checksums(lines) }
        }
        return measurements
    }

    private func run(_ contestant: Contestant, _ round: Int, _ measurements: inout Measurements) throws {
        // Names of suites among the workloads choose suites; without any other name the first suite is left out.
        let workloads = only.filter { !Self.suites.contains($0) }
        if only.isEmpty || !workloads.isEmpty {
            let selection = workloads.isEmpty ? [] : ["only=\(workloads.joined(separator: ","))"]
            measurements.add(try output(contestant, selection), product: contestant.product, round: round)
        }
        for suite in contestant.suites where only.isEmpty ? plan.includesSuites : only.contains(suite) {
            measurements.add(try output(contestant, ["mode=\(suite)"]), product: contestant.product, round: round)
        }
        guard only.isEmpty || only.contains("W12"), round < Self.memoryRounds else { return }
        try withFolder { place in
            let fill = contestant.command + plan.sizes + ["only=W1", place]
            _ = try RunnerProcess(fill).output()
            let output = try RunnerProcess(contestant.command + plan.sizes + ["mode=memory", place]).output()
            let samples = RunnerOutput(output).samples.filter { $0.workload.hasPrefix("W12") }
            measurements.add(RunnerOutput(samples: samples), product: contestant.product, round: round)
        }
    }

    /// The suites besides W1 to W13.
    private static let suites: Set = ["oo7", "inheritance"]

    private func output(_ contestant: Contestant, _ arguments: [String]) throws -> RunnerOutput {
        var text = ""
        try withFolder { place in
            let command = contestant.command + plan.sizes + contestant.sizes + arguments
            text = try RunnerProcess(command + [place]).output()
        }
        return RunnerOutput(text)
    }

    private func withFolder(_ work: (String) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let place = folder.appendingPathComponent("run")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let result = Result { try work("directory=\(place.path)") }
        try FileManager.default.removeItem(at: place)
        try result.get()
    }
}
