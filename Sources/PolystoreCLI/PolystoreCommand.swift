import ArgumentParser

/// The command `polystore`.
struct PolystoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "polystore",
        abstract: "Look into object graphs that live in several stores, and look after them.",
        discussion: """
            Every command but model and generate takes a store file: the YAML file that says which stores there are and which \
            entities live in each. Stores are opened read only and are never created, so a look changes nothing; only \
            copy, restore, recover, store and generate write. When the store file names no model, the one that the stores keep is \
            used.

            Results go to standard output as a table, JSON or CSV; errors go to standard error in the form
            file:line:column: error: ….

            Exit status:
            \(CommandStatus.table)
            """,
        version: "polystore 0.1.0 (store file format 1)",
        subcommands: [
            Info.self, Query.self, Explain.self, Check.self, Copy.self, Backup.self, Restore.self, Recover.self,
            StoreCommand.self,
            ConfigurationCommand.self, ModelCommand.self, Generate.self, Types.self,
        ])
}
