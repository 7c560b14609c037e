import Testing

@testable import PolystoreTerminal

@Suite struct TableWriterTests {
    private let columns = [TableColumn("Name"), TableColumn("Size", .trailing)]

    @Test("columns are as wide as their widest cell and numbers line up on the right")
    func alignment() {
        let lines = TableWriter.lines(columns, [["libc6", "13000"], ["日本", "7"]])
        #expect(lines == ["Name    Size", "─────  ─────", "libc6  13000", "日本       7"])
    }

    @Test("a row with too few cells is filled up and one with too many is cut")
    func raggedRows() {
        let lines = TableWriter.lines(columns, [["a"], ["b", "1", "surplus"]])
        #expect(lines.dropFirst(2) == ["a         ", "b        1"])
    }

    @Test("rows after the measured sample come out at once, and whole")
    func streaming() {
        var table = TableWriter(columns, sampleSize: 2)
        #expect(table.add(["a", "1"]).isEmpty)
        #expect(table.add(["b", "2"]).count == 4)
        #expect(table.add(["longer than before", "3"]) == ["longer than before     3"])
        #expect(table.finish().isEmpty)
    }

    @Test("a table without rows still shows its titles")
    func empty() {
        #expect(TableWriter.lines(columns, []) == ["Name  Size", "────  ────"])
    }

    @Test("on a terminal no line is longer than it is wide, however many columns there are")
    func narrow() {
        let terminal = Terminal(.output, isTerminal: true, environment: ["NO_COLOR": "1"])
        let columns = (0..<30).map { TableColumn("column \($0)") }
        let lines = TableWriter.lines(columns, [columns.map(\.title)], for: terminal)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= terminal.columns ?? 0 })
        #expect(lines.last?.hasPrefix("col…  col…") == true)
    }
}
