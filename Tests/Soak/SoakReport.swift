import Foundation

/// What a run prints at its end.
struct SoakReport {
    let tally: Tally
    let verdict: Verdict
    let limits: SoakLimits

    /// Prints the counts, the problems and the verdict.
    ///
    /// - Throws: What the file system throws.
    func print() throws {
        let counts = tally.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        try say("\n" + counts.joined(separator: ", "))
        for problem in tally.problems { try say("PROBLEM: \(problem)") }
        try say("\nafter a warm-up of \(Int(limits.warmUp)) s:")
        for line in verdict.lines { try say("\(line.isKept ? "kept    " : "VIOLATED") \(line.text)") }
        try say("soak: \(verdict.isKept ? "all limits were kept" : "limits were violated")")
    }
}

/// Prints a line at once, also into a file or a pipe.
func say(_ line: String) throws { try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
