import Foundation

/// Everyone who takes part.
public struct Field: Sendable {
    /// Those whose programs are there.
    public let contestants: [Contestant]

    /// Finds the programs: those of `binaries` are built from this package, those of `peers` are peers'.
    public init(binaries: String, variants: [String] = ["sqlite", "lmdb", "memory", "sqlite+lmdb"]) {
        contestants =
            [
                Contestant("rawc", .limit, ["\(binaries)/bench-raw-sqlite", "variant=defaults"]),
                Contestant("rawc-same", .limit, ["\(binaries)/bench-raw-sqlite", "variant=same"]),
                Contestant("lmdbc", .limit, ["\(binaries)/bench-raw-lmdb"]),
                Contestant("classes", .limit, ["\(binaries)/bench-classes"]),
            ]
            + variants.map { Contestant("polystore-\($0)", .own, ["\(binaries)/bench-polystore", "variant=\($0)"]) }
    }
}
