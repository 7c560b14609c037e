import ArgumentParser
import PolystoreTerminal

/// Where the program begins.
@main enum Entry {
    static func main() {
        StandardStream.reportClosedPipesAsErrors()
        do {
            var command = try AtlasCommand.parseAsRoot()
            try command.run()
        } catch OutputError.closedPipe {
            AtlasCommand.exit(withError: ExitCode(OutputError.exitCode))
        } catch {
            AtlasCommand.exit(withError: error)
        }
    }
}
