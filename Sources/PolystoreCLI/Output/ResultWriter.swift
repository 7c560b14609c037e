import Polystore
import PolystoreTerminal

/// Writes rows of values in one of the formats while they arrive, in bounded memory.
struct ResultWriter {
    private enum Layout {
        case table(TableWriter)
        case json(JSONArrayWriter)
        case csv
    }

    private let columns: [ResultColumn]
    private let output: TextOutput
    private var layout: Layout

    /// Begins a result; CSV gets its header at once.
    init(
        _ columns: [ResultColumn], as format: OutputFormat, to output: TextOutput, on terminal: Terminal?
    ) throws(OutputError) {
        self.columns = columns
        self.output = output
        switch format {
        case .table:
            let titles = columns.map { TableColumn($0.name, $0.isNumber ? .trailing : .leading) }
            layout = .table(TableWriter(titles, for: terminal))
        case .json:
            layout = .json(JSONArrayWriter())
        case .csv:
            layout = .csv
            try output.write(CommaSeparatedValues.record(columns.map(\.name)))
        }
    }

    /// Writes a row with a value for each column.
    mutating func write(_ row: [Value]) throws(OutputError) {
        switch layout {
        case .table(var table):
            for line in table.add(row.map { $0.text ?? "–" }) { try output.writeLine(line) }
            layout = .table(table)
        case .json(var array):
            let members = zip(columns, row).map { ($0.name, $1.json) }
            try output.write(array.add(.object(members)))
            layout = .json(array)
        case .csv:
            try output.write(CommaSeparatedValues.record(row.map(\.text)))
        }
    }

    /// Ends the result and hands it to the system.
    mutating func finish() throws(OutputError) {
        switch layout {
        case .table(var table):
            for line in table.finish() { try output.writeLine(line) }
            layout = .table(table)
        case .json(let array): try output.write(array.finish())
        case .csv: break
        }
        try output.flush()
    }
}
