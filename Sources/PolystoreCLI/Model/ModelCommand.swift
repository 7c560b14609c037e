import ArgumentParser

/// `polystore model`: models in files.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Check, show, compare and convert models.",
        discussion: """
            A model is an .xcdatamodeld or .xcdatamodel, as Xcode writes them, a .momd or .mom, as Xcode compiles \
            them, a model file in YAML or JSON, or a store, which stands for the model that it keeps: one of Polystore, or \
            a file of SQLite that Core Data wrote. Stores are read and never changed.
            """,
        subcommands: [Check.self, Show.self, Diff.self, Convert.self, Match.self])
}

/// Which version of a model a command is about.
struct VersionOption: ParsableArguments {
    @Option(name: .customLong("version"), help: "The version; the current one if it is left out.")
    var name: String?
}
