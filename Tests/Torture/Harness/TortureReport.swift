/// The table of what all trials came to.
struct TortureReport {
    /// Whether a negative control found so many violations that the trials beside it are believed: more than a hundred, or, of
    /// few trials, more than an eighth.
    static func isConvincing(_ control: ExperimentResult) -> Bool { control.violations > min(100, control.count / 8) }

    /// The sums, one for each case and place.
    let rows: [ExperimentResult]

    /// - Parameter results: The results; nothing else is counted.
    init(_ results: [ExperimentResult]) {
        var sums: [ExperimentResult] = []
        for result in results {
            let index = sums.firstIndex { sum in
                sum.experiment == result.experiment && sum.configuration == result.configuration
                    && sum.backends == result.backends && sum.isControl == result.isControl
                    && sum.place == result.place
            }
            if let index { sums[index].add(result) } else { sums.append(result) }
        }
        rows = sums
    }

    /// The cases that do not hold: trials with a violation, and controls that found too few.
    var failures: [ExperimentResult] {
        rows.filter { $0.isControl ? !Self.isConvincing($0) : $0.violations > 0 }
    }

    /// The table as a page has it.
    var table: String {
        var lines = [
            "| experiment | backends | configuration | seeds | count | violations | found by control | a second | seconds"
                + " | revision | kernel | file system |",
            "|---|---|---|---|---:|---:|---:|---:|---:|---|---|---|",
        ]
        for row in rows {
            let fields: [String] = [
                row.experiment, row.backends, row.configuration, "\(row.seeds.lowerBound)–\(row.seeds.upperBound)",
                grouped(row.count), row.isControl ? "" : grouped(row.violations),
                row.isControl ? grouped(row.violations) : "", grouped(Int(row.rate.rounded())),
                grouped(Int(row.seconds.rounded())), row.place.revision, row.place.kernel, row.place.fileSystem,
            ]
            lines.append("| " + fields.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    /// A number with commas between thousands.
    private func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return result
    }
}
