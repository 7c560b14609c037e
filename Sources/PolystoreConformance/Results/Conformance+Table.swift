extension Conformance {
    /// The results of factories as Markdown: a table to paste into a README, then what was left out and what failed.
    ///
    /// Cases that were not run are counted as such.
    public static func table(of factories: [ConformanceFactory]) -> String {
        var lines = [
            "| backend | suite | cases | kept | refused as declared | opted out | failed | not run |",
            "|---|---|---:|---:|---:|---:|---:|---:|",
        ]
        var notes: [String] = []
        for factory in factories {
            let entries = factory.record.entries
            for suite in factory.suites {
                let own = entries.filter { $0.suite == suite }
                let expected = factory.record.expected[suite] ?? 0
                func count(_ isCounted: (ConformanceOutcome) -> Bool) -> Int {
                    own.count { isCounted($0.outcome) }
                }
                let optedOut = count { if case .optedOut = $0 { true } else { false } }
                let failed = count { if case .failed = $0 { true } else { false } }
                let figures = [
                    expected, count { $0 == .passed }, count { $0 == .refused }, optedOut, failed,
                    max(0, expected - own.count),
                ]
                let cells = [factory.name, suite.title] + figures.map(String.init)
                lines.append("| " + cells.joined(separator: " | ") + " |")
            }
            for optOut in factory.optOuts { notes.append("- \(factory.name) leaves out \(optOut.text)") }
            for entry in entries {
                guard case .failed(let reason) = entry.outcome else { continue }
                notes.append("- \(factory.name) fails: \(entry.promise): \(reason)")
            }
        }
        return (lines + (notes.isEmpty ? [] : [""]) + notes).joined(separator: "\n")
    }
}

extension ConformanceOptOut {
    fileprivate var text: String {
        switch scope {
        case .suite(let suite): "the suite “\(suite.title)”: \(reason)"
        case .promise(let promise): "“\(promise)”: \(reason)"
        }
    }
}
