import ArgumentParser

/// How a command shows what it found.
struct OutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How to write the result: table, json or csv.", valueName: "format"))
    var format = OutputFormat.table
}
