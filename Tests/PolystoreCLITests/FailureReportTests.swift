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

    @Test("a command that there is none of is told with the nearest name and all names, at each level")
    func unknownSubcommand() throws {
        let first = try #require(UnknownSubcommand(["infoo", "staff.yaml"], of: PolystoreCommand.self))
        #expect(
            first.message.hasPrefix("error: polystore has no command 'infoo' (did you mean 'info'?); it has info, "))
        let second = try #require(UnknownSubcommand(["model", "chek"], of: PolystoreCommand.self))
        #expect(
            second.message.hasPrefix("error: polystore model has no command 'chek' (did you mean 'check'?); it has "))
        #expect(second.message.hasSuffix("\n  See 'polystore model --help' for more information."))
        let far = try #require(UnknownSubcommand(["zzzzzz"], of: PolystoreCommand.self))
        #expect(far.message.hasPrefix("error: polystore has no command 'zzzzzz'; it has info, query, "))
    }

    @Test(
        "what the parser tells well is left to it",
        arguments: [
            [], ["--verison"], ["info"], ["info", "extra", "words"], ["model"], ["model", "check"], ["help", "x"],
        ])
    func knownSubcommand(arguments: [String]) {
        #expect(UnknownSubcommand(arguments, of: PolystoreCommand.self) == nil)
    }

    @Test("every status has its own line in the help text")
    func table() {
        #expect(CommandStatus.table.split(separator: "\n").count == CommandStatus.allCases.count)
    }
}
