/// What a runner printed.
public struct RunnerOutput: Sendable {
    /// The results.
    public let samples: [Sample]
    /// What the runner says about the product's settings.
    public let settings: [String]

    /// Results without anything else.
    public init(samples: [Sample]) {
        self.samples = samples
        settings = []
    }

    /// Reads the lines of a runner's standard output.
    public init(_ text: String) {
        let lines = text.split(separator: "\n")
        samples = lines.compactMap { Sample(line: $0) }
        settings = lines.compactMap { line in
            let words = line.split(separator: " ", maxSplits: 2)
            return words.count == 3 && words[0] == "S" ? String(words[2]) : nil
        }
    }
}
