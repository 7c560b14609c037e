/// The record of a run as a page in Markdown: every target, and every product's times.
public struct RecordPage {
    private let record: RunRecord
    private let chart: String

    /// Prepares the page of a record that has a chart in a file beside it.
    public init(_ record: RunRecord, chart: String) {
        self.record = record
        self.chart = chart
    }

    /// The page.
    public var text: String {
        let machine = record.machine, tables = RecordTables(record)
        let sections = [
            ("Targets", tables.targets), ("Ahead of other object layers", tables.ahead),
            ("Ahead, pair by pair", tables.pairs),
            ("OO7, inheritance and questions, without limits", tables.comparisons),
            ("Medians", tables.medians),
        ]
        let parts = sections.filter { !$0.1.isEmpty }.map { "## \($0)\n\n\($1.markdown)\n" }
        return """
            # A run of \(record.date.prefix(10))

            \(record.date), \(machine.processor), \(machine.processors) processors, \(machine.memory) GiB, \
            \(machine.system), \(machine.swift); \(machine.load) processes were running when it began.
            **\(tables.conclusion.replacing("bench: ", with: ""))**. How to read this: [README](../README.md).

            \(tables.remarks.map { "- \($0)" }.joined(separator: "\n"))

            ![What each product takes, as a ratio to SQLite used from C](\(chart))

            \(parts.joined(separator: "\n"))
            """
    }
}
