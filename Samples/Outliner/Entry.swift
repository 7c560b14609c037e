import ArgumentParser
import PolystoreTerminal

/// Where the program begins, and the one place where it ends with an error.
@main enum Entry {
    static func main() {
        StandardStream.reportClosedPipesAsErrors()
        do {
            var command = try OutlinerCommand.parseAsRoot()
            try command.run()
        } catch OutputError.closedPipe {
            OutlinerCommand.exit(withError: ExitCode(OutputError.exitCode))
        } catch {
            guard let failure = StartFailure(error) else { OutlinerCommand.exit(withError: error) }
            let output = TextOutput(.error)
            do {
                try output.writeLine(failure.text)
                try output.flush()
            } catch {
                // There is no other place to report to when standard error itself cannot be written.
            }
            OutlinerCommand.exit(withError: ExitCode(failure.status.rawValue))
        }
    }
}
