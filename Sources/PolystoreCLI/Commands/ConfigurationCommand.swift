import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore config`: store files themselves.
struct ConfigurationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check store files, or print their schema.",
        subcommands: [CheckFile.self, Schema.self])

    /// `polystore config check`.
    struct CheckFile: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check store files without opening a store.",
            discussion: """
                Reads the files and the models that they name, and reports every problem at once, each with its line and \
                column. No store is opened or created. Without a model in the file, entities are not checked.
                """)

        @Argument(help: ArgumentHelp("The store files.", valueName: "store-file"))
        var paths: [String]

        func run() throws {
            let text = TextOutput(.output)
            var worst: FailureReport?
            for path in paths {
                do {
                    try StoreFileArgument.refuseStore(path)
                    let (file, model) = try StoreFile.checkAlone(path: path, storeTypes: StoreFileArgument.storeTypes)
                    let entities = model.map { "\($0.entities.count) entities" }
                    try text.writeLine(
                        "\(path): \(file.stores.count) stores, \(entities ?? "entities not checked (no model)"), "
                            + "no problems")
                } catch  where error is ConfigurationError || error is CommandError {
                    let report = FailureReport(error)
                    report.show(on: Terminal(.error))
                    worst = worst ?? report
                }
            }
            try text.flush()
            if let worst { throw ExitCode(worst.status.rawValue) }
        }
    }

    /// `polystore config schema`.
    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the JSON Schema of store files, for editors.",
            discussion: """
                Editors that know JSON Schema complete and check store files with it. With the YAML language server, \
                save it as polystore.schema.json and begin the store file with
                  # yaml-language-server: $schema=polystore.schema.json
                """)

        func run() throws {
            let text = TextOutput(.output)
            try text.write(StoreFile.jsonSchema(storeTypes: StoreFileArgument.storeTypes))
            try text.flush()
        }
    }
}
