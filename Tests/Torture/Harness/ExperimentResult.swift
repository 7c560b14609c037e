import Foundation

/// What some trials of one case came to: a line of the results.
struct ExperimentResult: Hashable {
    var date = Date()
    let experiment: String
    let backends: String
    let configuration: String
    let isControl: Bool
    var seeds: ClosedRange<UInt64>
    var count = 0
    var violations = 0
    var seconds = 0.0
    let place: TrialPlace

    /// Trials a second.
    var rate: Double { seconds > 0 ? Double(count) / seconds : 0 }

    static let header =
        "date\texperiment\tbackends\tconfiguration\tkind\tfirst seed\tlast seed\tcount\tviolations\tseconds"
        + "\trevision\tkernel\tfile system\n"

    var line: String {
        let fields: [String] = [
            date.ISO8601Format(), experiment, backends, configuration, isControl ? "control" : "trial",
            "\(seeds.lowerBound)", "\(seeds.upperBound)", "\(count)", "\(violations)",
            String(format: "%.1f", seconds), place.revision, place.kernel, place.fileSystem,
        ]
        return fields.joined(separator: "\t") + "\n"
    }

    init(_ experiment: String, _ experimentCase: ExperimentCase, seed: UInt64, _ place: TrialPlace) {
        self.experiment = experiment
        backends = experimentCase.backends
        configuration = experimentCase.name
        isControl = experimentCase.isControl
        seeds = seed...seed
        self.place = place
    }

    /// Reads a line; nil for the header and for anything else.
    init?(line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 13, let first = UInt64(fields[5]), let last = UInt64(fields[6]), first <= last,
            let count = Int(fields[7]), let violations = Int(fields[8]), let seconds = Double(fields[9]),
            let date = try? Date(fields[0], strategy: .iso8601)  // No date is no result.
        else { return nil }
        self.date = date
        experiment = fields[1]
        backends = fields[2]
        configuration = fields[3]
        isControl = fields[4] == "control"
        seeds = first...last
        self.count = count
        self.violations = violations
        self.seconds = seconds
        place = TrialPlace(revision: fields[10], kernel: fields[11], fileSystem: fields[12])
    }

    /// Adds trials of the same case.
    mutating func add(_ other: ExperimentResult) {
        date = max(date, other.date)
        seeds = min(seeds.lowerBound, other.seeds.lowerBound)...max(seeds.upperBound, other.seeds.upperBound)
        count += other.count
        violations += other.violations
        seconds += other.seconds
    }
}

/// On what trials were made.
struct TrialPlace: Hashable {
    var revision: String
    var kernel: String
    var fileSystem: String
}
