import ArgumentParser
import Polystore
import PolystoreTerminal

extension StoreCommand {
    /// `polystore store detach`.
    struct Detach: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take stores out of their commit log, so that they open without it.",
            discussion: """
                All stores of the file are opened for writing and brought up to the log first. Nothing that the stores hold \
                changes; when they are saved together with others again, they join a log again. A store whose log is gone, or \
                that is older or newer than the log says, is detached with --give-up only: what only the log has of it is \
                lost, and the other stores may hold the rest of those saves.
                """)

        @OptionGroup var file: StoreFileArgument

        @Argument(help: ArgumentHelp("The names of the stores in the file.", valueName: "store"))
        var names: [String]

        @Flag(help: "Detach the stores whatever their log says, and give up what only the log has of them.")
        var giveUp = false

        func run() throws {
            let written = try file.read()
            let types = StoreFileArgument.storeTypes
            let absent = UncreatedStore.names(in: written, types)
            let domains = try domains(of: PlacedStore.all(in: written).filter { !absent.contains($0.name) })
            let coordinator = try written.makeCoordinator(
                model: try file.model(for: written, absent: absent),
                storeTypes: types.map { UncreatedStore.type($0, absent: absent) },
                givingUp: giveUp ? Set(names) : [])
            try LocatedError.about(file.path) {
                if !giveUp { for name in names { try coordinator.detachStore(named: name) } }
                try coordinator.close()
            }
            let text = TextOutput(.output)
            for (name, domain) in zip(names, domains) {
                let change = domain.map { "detached from the commit log \($0.log)" } ?? "belongs to no commit log"
                try text.writeLine("\(name): \(change)")
            }
            try text.flush()
        }

        /// The commit domains of the named stores.
        private func domains(of placed: [PlacedStore]) throws -> [CommitDomain?] {
            try names.map { name in
                guard let store = placed.first(where: { $0.name == name }) else {
                    throw CommandError.unknownStore(name, among: placed.map(\.name))
                }
                return try LocatedError.about(file.path) { try store.type.metadata(store.description).domain }
            }
        }
    }
}
