import Testing

@testable import PolystoreTerminal

@Suite struct ProgressBarTests {
    @Test("a bar never reaches the edge of the terminal", arguments: [0, 1, 5, 20, 40, 80, 200])
    func width(columns: Int) {
        for completed in [0, 1, 367, 703, 9_999] {
            let line = ProgressBar.line("Importing", completed, of: 703, after: .seconds(9), columns: columns)
            #expect(DisplayWidth.of(line) <= max(0, columns - 1))
        }
    }

    @Test("a bar shows share, count and, after a while, the time that is left")
    func content() {
        let line = ProgressBar.line("Importing", 50, of: 200, after: .seconds(3), columns: 48)
        #expect(line == "Importing  ██░░░░░░░░  25 %  50/200  9 s left")
        let unknown = ProgressBar.line("Reading", 7, of: 0, after: .zero, columns: 80)
        #expect(unknown == "Reading  7")
    }
}
