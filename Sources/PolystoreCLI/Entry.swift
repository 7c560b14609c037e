import ArgumentParser
import PolystoreTerminal

/// Where the program begins, and the one place where it ends with an error.
@main enum Entry {
    static func main() {
        StandardStream.reportClosedPipesAsErrors()
        do {
            var command = try PolystoreCommand.parseAsRoot()
            try command.run()
        } catch OutputError.closedPipe {
            PolystoreCommand.exit(withError: ExitCode(CommandStatus.closedPipe.rawValue))
        } catch is InterruptedError {
            PolystoreCommand.exit(withError: ExitCode(CommandStatus.interrupted.rawValue))
        } catch let error where FailureReport.isOwn(error) {
            FailureReport(error).show(on: Terminal(.error))
            PolystoreCommand.exit(withError: ExitCode(FailureReport(error).status.rawValue))
        } catch {
            // The parser of arguments has its own words for errors; all begin alike here.
            if !(error is ExitCode), PolystoreCommand.exitCode(for: error) == .validationFailure {
                let unknown = UnknownSubcommand(CommandLine.arguments.dropFirst(), of: PolystoreCommand.self)
                let message = unknown?.message ?? PolystoreCommand.fullMessage(for: error)
                FailureReport(usage: message).show(on: Terminal(.error))
                PolystoreCommand.exit(withError: ExitCode(CommandStatus.usage.rawValue))
            }
            PolystoreCommand.exit(withError: error)
        }
    }
}
