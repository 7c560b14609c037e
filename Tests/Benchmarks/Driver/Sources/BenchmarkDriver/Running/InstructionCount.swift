import Foundation

/// Counts the instructions of a workload under valgrind: the same on a busy machine as on an idle one.
///
/// The contestant runs with and without the workload; the difference leaves out what starting and filling take.
public struct InstructionCount {
    private let folder: URL
    private let sizes: [String]

    /// Prepares counting with the sizes of a run, on files in a folder.
    public init(sizes: [String], folder: URL) {
        self.sizes = sizes
        self.folder = folder
    }

    /// Instructions for each operation; nil when the contestant does not have the workload.
    public func perOperation(_ contestant: Contestant, _ workload: String) throws -> Double? {
        let (with, output) = try count(contestant, ["only=\(workload)"])
        guard let sample = output.samples.first(where: { $0.workload == workload }) else { return nil }
        let without = try count(contestant, [workload == "W1" ? "mode=none" : "only=W1"]).instructions
        return Double(with - without) / Double(max(sample.operations, 1))
    }

    private func count(_ contestant: Contestant, _ selection: [String]) throws -> (instructions: Int, RunnerOutput) {
        let place = folder.appendingPathComponent("count"), log = folder.appendingPathComponent("valgrind")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log.path)"]
        let arguments = sizes + selection + ["directory=\(place.path)"]
        let result = Result { try RunnerProcess(valgrind + contestant.command + arguments).output() }
        try FileManager.default.removeItem(at: place)
        let output = RunnerOutput(try result.get())
        let text = try String(contentsOf: log, encoding: .utf8)
        guard let line = text.split(separator: "\n").first(where: { $0.contains("Collected") }),
            let number = line.split(separator: " ").last.flatMap({ Int($0) })
        else { throw DriverError.runnerFailed("valgrind printed no count", 0) }
        return (number, output)
    }
}
