import ArgumentParser
import Polystore
import PolystoreModelFiles
import PolystoreTerminal

extension ModelCommand {
    /// `polystore model diff`.
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say in words what became of a model in another version.",
            discussion: """
                Compares two models, or two versions of one (--from and --to). What has a renaming identifier is followed \
                to its new name. Ends with status 1 when there is a difference.
                """)

        @Argument(help: ArgumentHelp("The model before, or the only one.", valueName: "model"))
        var before: String

        @Argument(help: ArgumentHelp("The model after.", valueName: "other-model"))
        var after: String?

        @Option(help: "The version of the model before; the current one if it is left out.")
        var from: String?

        @Option(help: "The version of the model after; the current one if it is left out.")
        var to: String?

        func validate() throws {
            if after == nil, from == nil, to == nil {
                throw ValidationError("Name another model, or versions with --from and --to.")
            }
        }

        func run() throws {
            let old = try ModelSource(before).model(version: from)
            let new = try ModelSource(after ?? before).model(version: to)
            let difference = ModelDifference(from: old, to: new)
            let text = TextOutput(.output)
            try text.writeLine(difference.text)
            try text.flush()
            if !difference.isEmpty { throw ExitCode(CommandStatus.findings.rawValue) }
        }
    }
}
