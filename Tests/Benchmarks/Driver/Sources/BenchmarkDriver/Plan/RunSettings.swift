import Foundation

/// What a run is told on its command line.
public struct RunSettings: Sendable {
    /// The name of the plan.
    public let plan: String
    /// Another number of rounds than the plan's.
    public let rounds: Int?
    /// Another number of seconds after which no round is begun.
    public let budget: Int?
    /// Other sizes than the plan's, as arguments of the runners.
    public let sizes: [String]
    /// The workloads to run besides W1; all when it is empty.
    public let only: [String]
    /// The products to run; all when it is empty.
    public let products: [String]
    /// All possible contestants.
    public let field: Field
    /// Where store files lie.
    public let folder: URL
    /// Where the record and the chart of a full run go; nil keeps none.
    public let results: URL?
    /// The library that counts syncs; nil counts none.
    public let syncCounter: String?

    /// Reads the arguments.
    ///
    /// - Throws: `DriverError` for an argument, a workload or a product that is not known or not here, and what reading the
    ///   list of peers throws.
    public init(_ list: [String]) throws {
        let arguments = try Arguments(
            list,
            known: [
                "plan", "binaries", "peers", "folder", "results", "rounds", "budget", "sizes", "only", "products",
                "counter",
            ])
        let peers = try PeerList(arguments["peers"].map { try String(contentsOfFile: $0, encoding: .utf8) } ?? "")
        plan = arguments["plan"] ?? Plan.full.name
        rounds = try arguments.number("rounds")
        budget = try arguments.number("budget")
        sizes = arguments["sizes"]?.split(separator: " ").map(String.init) ?? []
        only = arguments.list("only")
        products = arguments.list("products")
        field = Field(binaries: arguments["binaries"] ?? ".", peers: peers.present, absent: peers.absent)
        for name in only where !RunPart.names.contains(name) { throw DriverError.argument("only=\(name)") }
        for name in products where !field.contestants.contains(where: { $0.product == name }) {
            if let reason = field.absent[name] { throw DriverError.absent(name, reason) }
            throw DriverError.argument("products=\(name)")
        }
        folder = URL(fileURLWithPath: arguments["folder"] ?? ".build/files")
        results = arguments["results"].map { URL(fileURLWithPath: $0) }
        syncCounter = arguments["counter"]
    }

    /// A plan as the command line changes it.
    func adapt(_ plan: Plan) -> Plan {
        plan.with(rounds: rounds, budget: budget.map(Double.init), sizes: sizes, only: only)
    }

    /// The contestants of a plan.
    func contestants(_ plan: Plan) -> [Contestant] {
        field.contestants.filter {
            (plan.includesPeers || $0.role != .peer) && (products.isEmpty || products.contains($0.product))
        }
    }

    /// Tells on standard error what goes on.
    static func tell(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }
}
