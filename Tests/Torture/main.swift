import Foundation

// Tries the library's promises at random, until as many trials are done as were asked for, or a signal comes; see
// `Invocation.usage` and the page of results.

/// Makes the trials of one unit, for the process that started this one.
func work(_ arguments: [String]) throws {
    guard arguments.count == 8, let seed = UInt64(arguments[3]), let limit = Int(arguments[4]),
        let first = Int(arguments[5]), let end = Int(arguments[6])
    else { throw Invocation.Misuse(description: Invocation.usage) }
    let experiment = try Experiments.named(arguments[0])
    guard let chosen = experiment.cases.first(where: { $0.name == arguments[1] && $0.backends == arguments[2] }) else {
        throw Invocation.Misuse(description: "\(experiment.name) has no case \(arguments[1]) over \(arguments[2])")
    }
    let report = TrialReport(.standardOutput)
    try experiment.run(
        TrialUnit(
            experimentCase: chosen, seed: seed, limit: limit, first: first, end: end,
            folder: URL(fileURLWithPath: arguments[7])),
        report)
    try report.send(.end)
}

func run() throws -> Bool {
    var invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
    let log = ResultLog(folder: invocation.results)
    switch invocation.command {
    case "worker":
        try work(invocation.arguments)
        return true
    case "writer":
        try KillWriter.run(invocation.arguments)
        return true
    case "reader":
        try KillReader.run(invocation.arguments)
        return true
    case "contender":
        try Contender.run(invocation.arguments)
        return true
    case "opener":
        try Opener.run(invocation.arguments)
        return true
    case "report":
        let report = TortureReport(try log.results())
        try say(report.table)
        for row in report.failures { try say("NOT HELD: \(row.experiment) \(row.configuration) \(row.backends)") }
        return report.failures.isEmpty
    case "slice":
        var holds = true
        for (experiment, count, limit) in Experiments.slice {
            (invocation.count, invocation.limit) = (count, limit)
            let campaign = Campaign(
                experiment: experiment, invocation: invocation, place: try .current(Invocation.parent), log: log)
            holds = try campaign.run() && holds
        }
        return holds
    default:
        let experiment = try Experiments.named(invocation.command)
        return try Campaign(
            experiment: experiment, invocation: invocation, place: try .current(Invocation.parent), log: log
        ).run()
    }
}

let signals = Stop.handleSignals()
do {
    exit(try run() ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
}
