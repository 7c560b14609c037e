import Foundation

/// All possible contestants, and those that are missing.
public struct Field: Sendable {
    /// Those whose programs are there.
    public let contestants: [Contestant]
    /// Why others are not.
    public let absent: [String: String]

    /// Gathers the contestants of the field, in the order of tables.
    ///
    /// `binaries` holds the programs of this package, `peers` those of
    /// peers, each as a program with its first arguments by the peer's name.
    public init(binaries: String, peers: [String: [String]], absent: [String: String]) {
        let limits = [
            Contestant(
                "rawc", .limit, ["\(binaries)/bench-raw-sqlite", "variant=defaults"], suites: [.oo7, .queries],
                hasIdentity: false),
            Contestant(
                "rawc-same", .limit, ["\(binaries)/bench-raw-sqlite", "variant=same"], suites: [.queries],
                hasIdentity: false),
            Contestant("lmdbc", .limit, ["\(binaries)/bench-raw-lmdb"], hasIdentity: false),
            Contestant("classes", .limit, ["\(binaries)/bench-classes"], suites: [.oo7, .inheritance]),
        ]
        let own = ["sqlite", "lmdb", "memory", "sqlite+lmdb", "sqlite+sqlite"].map { variant in
            // Saves over several stores are for the variants that are durable.
            let suites = RunPart.suites.filter { suite in
                suite == .joint ? variant != "memory" : !variant.contains("+")
            }
            return Contestant(
                "polystore-\(variant)", .own, ["\(binaries)/bench-polystore", "variant=\(variant)"], suites: suites,
                runsWorkloads: variant != "sqlite+sqlite")
        }
        // Peers decide nothing but the ranking, mostly by far: of the rounds with everything they run in nine, the
        // least whose interval leaves the ends out, and what they would take minutes for is done fewer times, each
        // operation reported by itself.
        let fewer = ["lookups=10000", "ranges=100", "sorts=50", "counts=200", "scans=5", "saves=1000"]
        let grdb = ["hand", "codable"].compactMap { style in
            peers["grdb"].map {
                Contestant("grdb-\(style)", .peer, $0 + ["variant=\(style)"], fewer, rounds: 9, hasIdentity: false)
            }
        }
        let dbo = peers["wt-dbo"].map { [Contestant("wt-dbo", .peer, $0, fewer, rounds: 9)] } ?? []
        let sqlalchemy = peers["sqlalchemy"].map { [Contestant("sqlalchemy", .peer, $0, fewer, rounds: 9)] } ?? []
        contestants = limits + own + grdb + dbo + sqlalchemy
        self.absent = absent
    }
}
