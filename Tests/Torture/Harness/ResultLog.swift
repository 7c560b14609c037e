import Foundation

/// The results that are kept: `results.tsv` has a line for each case of a run, `violations.txt` every violation with what
/// repeats it.
struct ResultLog {
    let folder: URL

    private var lines: URL { folder.appendingPathComponent("results.tsv") }

    func append(_ result: ExperimentResult) throws { try append(result.line, to: lines, ExperimentResult.header) }

    func append(violation text: String) throws {
        try append(text + "\n", to: folder.appendingPathComponent("violations.txt"), "")
    }

    /// All results.
    func results() throws -> [ExperimentResult] {
        guard FileManager.default.fileExists(atPath: lines.path) else { return [] }
        return try String(contentsOf: lines, encoding: .utf8).split(separator: "\n").compactMap {
            ExperimentResult(line: $0)
        }
    }

    /// The seed behind the last of an experiment; 1 where there is none.
    func nextSeed(of experiment: String) throws -> UInt64 {
        let seeds = try results().filter { $0.experiment == experiment }.map(\.seeds.upperBound)
        return (seeds.max() ?? 0) &+ 1
    }

    private func append(_ text: String, to file: URL, _ header: String) throws {
        if !FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(header.utf8).write(to: file)
        }
        let handle = try FileHandle(forWritingTo: file)
        defer {
            // What was written is in the file already.
            try? handle.close()
        }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
    }
}
