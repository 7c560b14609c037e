import Polystore
import Testing

@testable import PolystoreCLI

@Suite struct FailureReportTests {
    @Test("an error of a predicate shows its place and a mark below the text")
    func predicate() throws {
        let error = #expect(throws: QueryError.self) { try FetchPredicate(format: "age >> 30") }
        let report = FailureReport(LocatedError(file: "predicate", text: "age >> 30", error: try #require(error)))
        #expect(report.status == .badInput)
        #expect(report.lines.first?.hasPrefix("predicate:1:") == true)
        #expect(report.lines.count == 3)
        #expect(report.lines[1] == "    age >> 30")
        #expect(report.lines[2].hasSuffix("^"))
    }

    @Test(
        "the status tells what kind of thing went wrong",
        arguments: [
            (.missing, .missingInput), (.permission, .missingInput), (.held, .unavailable), (.full, .unavailable),
            (.inputOutput, .inputOutput), (.damaged, .badInput), (.foreign, .badInput), (.incompatibleModel, .badInput),
        ] as [(StoreError.Code, CommandStatus)])
    func status(code: StoreError.Code, status: CommandStatus) {
        let error = CoordinatorError(StoreError(code), in: .none)
        #expect(FailureReport(LocatedError(file: "staff.yaml", error: error)).status == status)
        let configuration = ConfigurationError(
            file: "staff.yaml", problems: [.init(.store, "people: it failed")], cause: error)
        #expect(FailureReport(configuration).status == status)
    }

    @Test("every status has its own line in the help text")
    func table() {
        #expect(CommandStatus.table.split(separator: "\n").count == CommandStatus.allCases.count)
    }
}
