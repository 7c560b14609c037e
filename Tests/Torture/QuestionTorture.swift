import ConformanceBackends
import Foundation
import PolystoreConformance

/// Asks random questions of all backends and combinations, seed after seed, and keeps what they came to in files.
///
/// `questions.tsv` in the folder has a line for each block of seeds, from which a later run goes on;
/// `differences.txt` has every difference with its seed.
struct QuestionTorture {
    let folder: URL
    /// How many cases are wanted.
    let cases: Int
    /// The revision that is tested.
    let revision: String

    private static let header =
        "date\trevision\tfirst seed\tlast seed\tgraphs\tquestions\tcases\twithout answer\tdifferences\tseconds\n"
    /// How many seeds make a line.
    private static let block: UInt64 = 20

    /// Runs until so many cases are done or it is stopped.
    ///
    /// - Returns: The number of differences.
    func run(isStopped: () -> Bool) throws -> Int {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lines = try log("questions.tsv", header: Self.header)
        let differences = try log("differences.txt", header: "")
        var seed = try nextSeed()
        var (total, failures) = (AgreementTally(), 0)
        try say("seed \(seed), results in \(folder.path); stop with control-C")
        while total.cases < cases, !isStopped() {
            let (first, start) = (seed, Date())
            var (tally, found) = (AgreementTally(), 0)
            while seed < first + Self.block, !isStopped() {
                for group in Backends.groups {
                    do {
                        tally += try Conformance.agree(group, seed: seed)
                    } catch {
                        found += 1
                        try differences.write(contentsOf: Data("\(revision) seed \(seed)\n\(error)\n\n".utf8))
                        try say("\(error)")
                    }
                }
                seed += 1
            }
            total += tally
            failures += found
            let fields: [any CustomStringConvertible] = [
                Date().ISO8601Format(), revision, first, seed - 1, tally.graphs, tally.questions, tally.cases,
                tally.failures, found, Int(Date().timeIntervalSince(start).rounded()),
            ]
            try lines.write(contentsOf: Data((fields.map(\.description).joined(separator: "\t") + "\n").utf8))
            try say("\(total.cases) cases, \(failures) differences")
        }
        return failures
    }

    /// A file that is written on at its end.
    private func log(_ name: String, header: String) throws -> FileHandle {
        let file = folder.appendingPathComponent(name)
        if !FileManager.default.fileExists(atPath: file.path) { try Data(header.utf8).write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        return handle
    }

    /// The seed behind the last one in the file; 1 in a new one.
    private func nextSeed() throws -> UInt64 {
        let text = try String(contentsOf: folder.appendingPathComponent("questions.tsv"), encoding: .utf8)
        let seeds = text.split(separator: "\n").compactMap { line -> UInt64? in
            let fields = line.split(separator: "\t")
            return fields.count > 3 ? UInt64(fields[3]) : nil
        }
        return (seeds.max() ?? 0) + 1
    }
}
