import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore explain`: which store does which part of a query.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show how a query would be answered.",
        discussion: """
            For each store: what it does itself, and what is left to be done on its rows; then what is done across \
            stores. The answer of a query never depends on it, only its cost.

            Steps say in brackets how many rows they are expected to hand on; with --analyze the query is run, and they \
            also say how many they really did, and each store how many rows and index entries it looked at.

            Examples:
              polystore explain staff.yaml Person "age > 30" --sort=-age --analyze
              polystore explain staff.yaml Person --group-by employer.name --having "count(SELF) > 3" \\
                --select "employer.name, average(age)" --analyze
            """)

    @OptionGroup var file: StoreFileArgument
    @OptionGroup var request: RequestOptions
    @OptionGroup var computing: ComputingOptions

    @Flag(help: "Run the query as well, and show how many rows each step handed on.")
    var analyze = false

    func run() throws {
        let container = try file.open()
        _ = try request.entity(in: container.model)
        let context = container.newConfinedContext()
        let fetch = try request.request()
        let computed = try computing.columns(of: fetch.description)
        let explanation = try LocatedError.about(file.path) {
            try request.located(in: container.model, computed?.texts ?? []) {
                try computed?.explanation(in: context, analyzing: analyze)
                    ?? context.explain(fetch, analyzing: analyze)
            }
        }
        let text = TextOutput(.output)
        try text.writeLine(explanation.description)
        try text.flush()
        try container.close()
    }
}
