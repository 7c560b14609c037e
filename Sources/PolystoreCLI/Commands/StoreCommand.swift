import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore store`: single stores of a file.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Look after single stores.",
        subcommands: [Reset.self, Forget.self, Detach.self])

    /// `polystore store reset`.
    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a store with everything in it; the next program that opens it finds it empty.",
            discussion: """
                The other stores forget it: their references to the removed objects lead nowhere afterwards; check \
                counts them. When a program has one of the stores open for writing, nothing is removed. What was interrupted \
                is finished by doing it again.
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
                throw CommandError.unknownStore(name, among: placed.map(\.name))
            }
            let isThere = try store.exists()
            guard !isThere || yes || isConfirmed(store.name, store.place) else {
                throw CommandError.notConfirmed("removing '\(store.place)'")
            }
            let isDone = try isThere ? remove(store) : finish(store)
            let text = TextOutput(.output)
            try text.writeLine("\(name): \(isDone ? "removed" : "nothing to remove")")
            try text.flush()
        }

        /// Removes a store, and has the others forget it.
        ///
        /// Nothing is removed before the others are open for writing and the store's place is taken. A process that ends
        /// between the two steps leaves a set that is refused as one that has lost a store; another reset finishes it.
        private func remove(_ store: PlacedStore) throws -> Bool {
            // A store that is damaged says nothing of itself; then the others know it by its name.
            let identifier = try? store.type.metadata(store.description).identifier
            let others = try RememberingStores(of: file, besides: name)
            let reservation = try LocatedError.about(file.path) { try store.type.reserve(store.description) }
            defer { reservation.release() }
            try LocatedError.about(file.path) { try reservation.destroy() }
            _ = try others?.forget([name] + [identifier?.uuidString].compactMap(\.self))
            try others?.close()
            return true
        }

        /// Removes what an interrupted reset has left, and has the others forget the store.
        ///
        /// - Returns: Whether one of them still remembered it.
        private func finish(_ store: PlacedStore) throws -> Bool {
            try LocatedError.about(file.path) { try store.type.destroy(store.description) }
            let others = try RememberingStores(of: file, besides: name)
            let told = try others?.forget([name]).stores ?? []
            try others?.close()
            return !told.isEmpty
        }

        /// Asks for confirmation, where standard input is interactive.
        private func isConfirmed(_ name: String, _ path: String) -> Bool {
            guard StandardStream.output.isTerminal, StandardStream.isInputTerminal else { return false }
            print("Remove store '\(name)' at \(path) with everything in it? [y/N] ", terminator: "")
            return readLine()?.lowercased() == "y"
        }
    }
}
