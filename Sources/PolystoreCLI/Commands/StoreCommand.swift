import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore store`: single stores of a file.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Look after single stores.", subcommands: [Reset.self, Forget.self])

    /// `polystore store reset`.
    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a store with everything in it; the next program that opens it finds it empty.",
            discussion: """
                The other stores forget it: their references to the removed objects lead nowhere afterwards; check \
                counts them. A store that a program has open for writing is refused.
                """)

        @OptionGroup var file: StoreFileArgument

        @Argument(help: "The store's name in the file.")
        var name: String

        @Flag(help: "Do it without asking.")
        var yes = false

        func run() throws {
            let written = try file.read()
            let placed = PlacedStore.all(in: written)
            guard let store = placed.first(where: { $0.name == name }) else {
                let names = placed.map(\.name).joined(separator: ", ")
                throw CommandError.unknownStore(name, hint: "; there are: \(names)")
            }
            let text = TextOutput(.output)
            guard try store.exists() else {
                try text.writeLine("\(name): nothing to remove")
                try text.flush()
                return
            }
            guard yes || isConfirmed(store.name, store.place) else {
                throw CommandError.notConfirmed("removing '\(store.place)'")
            }
            // A store that is damaged says nothing of itself; then what refers to it is refused until it is forgotten.
            let identifier = try? store.type.metadata(store.description).identifier
            try LocatedError.about(file.path) { try store.type.destroy(store.description) }
            _ = try file.forget([name] + [identifier?.uuidString].compactMap(\.self))
            try text.writeLine("\(name): removed")
            try text.flush()
        }

        /// Asks for confirmation, where standard input is interactive.
        private func isConfirmed(_ name: String, _ path: String) -> Bool {
            guard StandardStream.output.isTerminal, StandardStream.isInputTerminal else { return false }
            print("Remove store '\(name)' at \(path) with everything in it? [y/N] ", terminator: "")
            return readLine()?.lowercased() == "y"
        }
    }
}
