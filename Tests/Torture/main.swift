import ConformanceBackends
import Dispatch
import Foundation
import PolystoreConformance
import Synchronization

// Runs random programs on all backends and combinations until it is told to stop, by an interrupt or after the seconds
// of TORTURE_SECONDS, and keeps a line for each round in TORTURE_RESULTS.

let factories = Backends.alone + Backends.combined
let environment = ProcessInfo.processInfo.environment
let results = URL(fileURLWithPath: environment["TORTURE_RESULTS"] ?? ".build/torture.csv")
let end = environment["TORTURE_SECONDS"].flatMap(Double.init).map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
let isStopped = Atomic(false)

signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
interrupt.setEventHandler { isStopped.store(true, ordering: .relaxed) }
interrupt.resume()

if !FileManager.default.fileExists(atPath: results.path) {
    try Data("date,stores,seed,operations,result\n".utf8).write(to: results)
}
let file = try FileHandle(forWritingTo: results)
try file.seekToEnd()

var (seed, operations, failures) = (Conformance.seed, 0, 0)
print("SEED=\(seed), results in \(results.path); stop with control-C")
rounds: while true {
    for factory in factories {
        if isStopped.load(ordering: .relaxed) || Date() > end { break rounds }
        var outcome = "same"
        do {
            operations += try Conformance.compare(factory, operations: 2_000, seed: seed)
        } catch {
            failures += 1
            outcome = "differs"
            print(error)
        }
        let line = "\(Date().ISO8601Format()),\(factory.name),\(seed),2000,\(outcome)\n"
        try file.write(contentsOf: Data(line.utf8))
    }
    seed &+= 1
    print("\(operations) operations, \(failures) differences")
}
try file.close()
print("\(operations) operations, \(failures) differences; the last seed was \(seed)")
exit(failures == 0 ? 0 : 1)
