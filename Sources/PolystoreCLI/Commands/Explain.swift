import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore explain`: who does what in a query.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show how a query would be answered.",
        discussion: """
            For each store: what it does itself, and what is left to be done on its rows; then what is done across \
            stores. The answer of a query never depends on it, only its cost.
            """)

    @OptionGroup var file: StoreFileArgument
    @OptionGroup var request: RequestOptions

    func run() throws {
        let container = try file.open()
        _ = try request.entity(in: container.model)
        let context = container.newConfinedContext()
        let fetch = try request.request()
        let explanation = try LocatedError.about(file.path) {
            try request.located(in: container.model) { try context.explain(fetch) }
        }
        let text = TextOutput(.output)
        try text.writeLine(explanation.description)
        try text.flush()
        try container.close()
    }
}
