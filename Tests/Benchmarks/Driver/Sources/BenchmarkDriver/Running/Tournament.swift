import Foundation

/// Runs contestants in rounds, each on fresh files, in another order every round.
public struct Tournament {
    private let contestants: [Contestant]
    private let plan: Plan
    private let folder: URL
    private let only: [String]
    /// Told what is about to run.
    public var progress: (String) -> Void = { _ in }

    /// Prepares a tournament whose files lie in a folder on a disk.
    public init(_ contestants: [Contestant], _ plan: Plan, folder: URL, only: [String] = []) {
        self.contestants = contestants
        self.plan = plan
        self.folder = folder
        self.only = only
    }

    /// Runs the rounds of the plan, as many as its budget allows; `afterRound` sees how it stands after each of them.
    ///
    /// - Throws: `DriverError` when Polystore, a raw engine or plain classes fail, or when products disagree.
    public func run(afterRound: (Standing) throws -> Void = { _ in }) throws -> Standing {
        var standing = Standing()
        let start = Date()
        while standing.rounds < plan.allRounds {
            let next = expectedSeconds(standing)
            if standing.rounds > 0, Date().timeIntervalSince(start) + next > plan.budget {
                progress("the next round would take \(Int(next)) s, beyond the budget of \(Int(plan.budget)) s")
                break
            }
            try runRound(&standing)
            try afterRound(standing)
        }
        return standing
    }

    /// Runs the next round.
    ///
    /// - Throws: `DriverError` when Polystore, a raw engine or plain classes fail, or when products disagree.
    public func runRound(_ standing: inout Standing) throws {
        let round = standing.rounds
        if round == 0 { try compareSmallerSizes(&standing) }
        for place in contestants.indices {
            let contestant = contestants[(place + round) % contestants.count]
            guard takesPart(contestant, standing) else { continue }
            do {
                try run(contestant, round, &standing)
            } catch let error as DriverError where contestant.role == .peer {
                // A peer that fails does not cost the others their run; it is told of, and what it did before stands.
                standing.dropped[contestant.product] = "left in round \(round + 1): \(error)"
                progress("\(contestant.product) left: \(error)")
            }
        }
        standing.rounds += 1
        let (lines, _) = standing.measurements.disagreements(products: contestants.map(\.product))
        guard lines.isEmpty else { throw DriverError.checksums(lines) }
    }

    /// Runs the first contestant with the sizes of those that do fewer operations, untimed: their checksums could not
    /// be compared otherwise.
    private func compareSmallerSizes(_ standing: inout Standing) throws {
        guard let reference = contestants.first, reference.role == .limit else { return }
        var seen: [[String]] = []
        for contestant in contestants where !contestant.sizes.isEmpty && !seen.contains(contestant.sizes) {
            seen.append(contestant.sizes)
            guard parts(of: contestant, 0).contains(.workloads) else { continue }
            progress("\(reference.product) for the checksums of \(contestant.product)")
            let command = reference.command + plan.sizes + contestant.sizes + ["seconds=0.1"] + selection
            let output = try withFolder { RunnerOutput(try RunnerProcess(command + [$0]).output()) }
            standing.measurements.addReference(output)
        }
    }

    /// What the next round is expected to take: what its parts took when they ran last.
    public func expectedSeconds(_ standing: Standing) -> Double {
        contestants.filter { takesPart($0, standing) }.reduce(0) { sum, contestant in
            parts(of: contestant, standing.rounds).reduce(sum) { $0 + standing.costs.last(contestant.product, $1) }
        }
    }

    private func takesPart(_ contestant: Contestant, _ standing: Standing) -> Bool {
        guard standing.dropped[contestant.product] == nil else { return false }
        guard let part = laterPart(standing.rounds) else { return standing.rounds < contestant.rounds }
        return contestant.runsWorkloads && (contestant.role != .peer || part.waits)
    }

    /// What a round behind those that have everything consists of.
    ///
    /// Every third is for saves, every other of these for all that waits, and peers take part in them as well; half of
    /// the rest has all quick workloads. What is not wanted leaves its place to the next of these.
    private func laterPart(_ round: Int) -> RunPart? {
        guard round >= plan.rounds else { return nil }
        let place = (round - plan.rounds) % 6
        let parts: [RunPart] =
            switch place {
            case 5: [.waiting, .quick]
            case 2: [.saves, .short, .quick]
            case 1, 4: [.short, .quick]
            default: [.quick]
            }
        return parts.first { !$0.workloads(only).isEmpty } ?? .quick
    }

    /// The workloads that were asked for by name, without the names of suites.
    private var workloads: [String] { only.filter { name in !RunPart.suites.contains { $0.rawValue == name } } }

    private var selection: [String] { workloads.isEmpty ? [] : ["only=\(workloads.joined(separator: ","))"] }

    private func parts(of contestant: Contestant, _ round: Int) -> [RunPart] {
        if let part = laterPart(round) { return [part] }
        // With nothing but suites asked for, the workloads are left out.
        let main: [RunPart] = contestant.runsWorkloads && (only.isEmpty || !workloads.isEmpty) ? [.workloads] : []
        let suites = contestant.suites.filter { suite in
            only.isEmpty ? round < plan.suiteRounds : only.contains(suite.rawValue)
        }
        let memory: [RunPart] = (only.isEmpty && plan.measuresMemory) || only.contains("W12") ? [.memory] : []
        return main + suites + (contestant.runsWorkloads ? memory : [])
    }

    private func run(_ contestant: Contestant, _ round: Int, _ standing: inout Standing) throws {
        let start = Date()
        progress("round \(round + 1) of \(plan.allRounds): \(contestant.product)")
        for part in parts(of: contestant, round) {
            let start = Date()
            let output = try run(part, contestant)
            standing.costs.add(Date().timeIntervalSince(start), contestant.product, part)
            standing.measurements.add(output, product: contestant.product, round: round)
        }
        progress("  \(Quantity.number(Date().timeIntervalSince(start))) s")
    }

    private func run(_ part: RunPart, _ contestant: Contestant) throws -> RunnerOutput {
        let command = contestant.command + plan.sizes + contestant.sizes
        switch part {
        case .workloads:
            return try withFolder { RunnerOutput(try RunnerProcess(command + selection + [$0]).output()) }
        case .quick, .short, .waiting, .saves:
            let selection = ["only=\(part.workloads(only).joined(separator: ","))"]
            return try withFolder { RunnerOutput(try RunnerProcess(command + selection + [$0]).output()) }
        case .oo7, .inheritance, .queries, .joint:
            return try withFolder { place in
                RunnerOutput(try RunnerProcess(command + ["mode=\(part.rawValue)", place]).output())
            }
        case .memory:
            let output = try RunnerProcess(command + ["mode=memory", try filled(contestant, command)]).output()
            return RunnerOutput(samples: RunnerOutput(output).samples.filter { $0.workload.hasPrefix("W12") })
        }
    }

    /// The folder with a contestant's filled store, which W12 reads in every round; the first one fills it.
    private func filled(_ contestant: Contestant, _ command: [String]) throws -> String {
        let place = folder.appendingPathComponent("filled-\(contestant.product)")
        if !FileManager.default.fileExists(atPath: place.path) {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            _ = try RunnerProcess(command + ["only=W1", "directory=\(place.path)"]).output()
        }
        return "directory=\(place.path)"
    }

    private func withFolder<Result>(_ work: (String) throws -> Result) throws -> Result {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let place = folder.appendingPathComponent("run")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let result = Swift.Result { try work("directory=\(place.path)") }
        try FileManager.default.removeItem(at: place)
        return try result.get()
    }
}
