import ConformanceBackends
import Dispatch
import Foundation
import PolystoreConformance
import Synchronization

// Runs random programs on all backends and combinations until it is told to stop, by a signal or after the seconds
// of TORTURE_SECONDS, and keeps a line for each round in TORTURE_RESULTS. With PREDICATES, asks random questions until so
// many cases are done, and goes on from the last seed in the folder of TORTURE_RESULTS.

let factories = Backends.alone + Backends.combined
let environment = ProcessInfo.processInfo.environment
let results = URL(fileURLWithPath: environment["TORTURE_RESULTS"] ?? ".build/torture.csv")
let end = environment["TORTURE_SECONDS"].flatMap(Double.init).map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture

/// Set by a signal, on whatever thread it is handled.
enum Stop {
    static let isAsked = Atomic(false)
}

let interrupts = [SIGINT, SIGTERM].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { @Sendable in Stop.isAsked.store(true, ordering: .relaxed) }
    source.resume()
    return source
}

/// Prints a line at once, also into a file or a pipe.
func say(_ text: String) throws { try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8)) }

if let cases = environment["PREDICATES"].flatMap(Int.init) {
    let torture = QuestionTorture(
        folder: URL(fileURLWithPath: environment["TORTURE_RESULTS"] ?? "Tests/Torture/Results"), cases: cases,
        revision: environment["TORTURE_REVISION"] ?? "unknown")
    let differences = try torture.run { Stop.isAsked.load(ordering: .relaxed) || Date() > end }
    exit(differences == 0 ? 0 : 1)
}

if !FileManager.default.fileExists(atPath: results.path) {
    try Data("date,stores,seed,operations,result\n".utf8).write(to: results)
}
let file = try FileHandle(forWritingTo: results)
try file.seekToEnd()

var (seed, operations, failures) = (Conformance.seed, 0, 0)
try say("SEED=\(seed), results in \(results.path); stop with control-C")
rounds: while true {
    for factory in factories {
        if Stop.isAsked.load(ordering: .relaxed) || Date() > end { break rounds }
        var outcome = "same"
        do {
            operations += try Conformance.compare(factory, operations: 2_000, seed: seed)
        } catch {
            failures += 1
            outcome = "differs"
            try say("\(error)")
        }
        let line = "\(Date().ISO8601Format()),\(factory.name),\(seed),2000,\(outcome)\n"
        try file.write(contentsOf: Data(line.utf8))
    }
    seed &+= 1
    try say("\(operations) operations, \(failures) differences")
}
try file.close()
withExtendedLifetime(interrupts) {}
try say("\(operations) operations, \(failures) differences; the last seed was \(seed)")
exit(failures == 0 ? 0 : 1)
