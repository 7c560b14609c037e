import ArgumentParser
import Polystore
import PolystoreTerminal

extension StoreCommand {
    /// `polystore store forget`.
    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give up a store that is gone for good, so that the others open without it.",
            discussion: """
                Stores that refer to a store which the file does not name, or remember it as the home of an entity, are \
                refused until it is named again or forgotten. Nothing that they hold changes: references to its objects \
                lead nowhere, and lead there again when the store comes back.
                """)

        @OptionGroup var file: StoreFileArgument

        @Argument(help: ArgumentHelp("The UUID of the store, or its former name in the file.", valueName: "store"))
        var stores: [String]

        func run() throws {
            let remembering = try RememberingStores(of: file)
            let told = try remembering?.forget(stores) ?? (stores: [], members: [])
            try remembering?.close()
            guard !told.stores.isEmpty || !told.members.isEmpty else {
                throw CommandError.unknownStore(
                    stores.joined(separator: ", "), hint: "; neither a store nor the commit log remembers it")
            }
            let text = TextOutput(.output)
            for name in told.stores + (told.members.isEmpty ? [] : ["commit log"]) {
                try text.writeLine("\(name): has forgotten \(stores.joined(separator: ", "))")
            }
            try text.flush()
        }
    }
}
