/// The limits that Polystore is held to.
public enum TargetTable {
    private static let sqlite = "polystore-sqlite", lmdb = "polystore-lmdb", memory = "polystore-memory"

    /// Workload; SQLite with the same settings, SQLite as shipped against defaults, LMDB, memory against plain classes.
    private static let ratios: [(String, same: Double, shipped: Double, lmdb: Double, memory: Double?)] = [
        ("W1", 1.35, 1.3, 1.8, 3),
        ("W2", 1.25, 1.1, 2.2, 2.2),
        ("W3", 0.7, 0.65, 1.6, 1.0),
        ("W4", 1.1, 0.65, 1.6, 2.5),
        ("W5", 1.0, 0.5, 0.9, 1.0),
        ("W6", 1.2, 1.2, 1.3, 3),
        ("W7", 1.35, 1.2, 2.4, 2.5),
        ("W8", 1.2, 0.8, 1.6, 3),
        ("W8p", 1.7, 1.6, 1.6, 3),
        ("W9", 1.1, 0.8, 1.4, 1.0),
        ("W10", 1.05, 1.05, 1.05, 12),
        ("W10n", 1.15, 1.15, 1.05, nil),
        ("W11", 1.05, 1.05, 1.3, 2),
        ("W11s", 1.0, 0.8, 1.2, 2),
        ("W13w", 0.95, 1.0, 0.9, nil),
        ("W13r", 0.95, 1.0, 0.9, nil),
    ]

    /// What a look-up of a resident object may cost, as a part of one in a `Dictionary<Int64, AnyObject>`.
    private static let residentLookUp = 0.35
    /// The bytes of a held object, without the engine's page cache.
    private static let bytes = 220.0
    /// What a graph over two stores may cost, as a multiple of the store that holds the persons.
    private static let mixing = 1.15

    /// What a save over two stores may cost, as a multiple of the same save into the slower one of them, and what one of eight
    /// at once may cost, as a part of one alone.
    private static let (joint, shared) = (1.3, 1.0 / 3)
    /// Stores of joint saves, and the slower one of each pair.
    private static let pairs = [("polystore-sqlite+lmdb", lmdb), ("polystore-sqlite+sqlite", sqlite)]

    /// What the update of all objects may cost with an undo manager, as a multiple of the same without one.
    private static let undoing = 1.5

    /// Batch requests: what they may cost beside one statement of SQLite with the same settings and columns, and beside LMDB.
    private static let batches: [(String, same: Double, lmdb: Double)] = [
        ("BR1", 1.6, 1.8), ("BR2", 1.3, 1.8), ("BR3", 1.3, 1.8),
    ]

    /// Questions over SQLite as shipped, beside the same statement in C with the library's defaults: those that find a
    /// hundred rows or more are held to a ratio, those that find fewer to the seconds that are added to C's.
    private static let questions: [(String, ratio: Double, allowance: Double)] = [
        ("G1", 1, 15e-6), ("G2", 1.15, 0), ("G3", 1.15, 0), ("G3t", 1, 15e-6), ("G4", 1.15, 0), ("G5", 1, 15e-6),
        ("G6", 1.15, 0), ("G7", 1.15, 0), ("G8", 1.15, 0),
    ]

    /// All targets for the peers that take part.
    public static func all(peers: [String]) -> [Target] {
        ratios.flatMap { row in
            [
                Target(row.0, sqlite, to: "rawc-same", row.same, .sameSettings),
                Target(row.0, sqlite, to: "rawc", row.shipped, .asShipped),
                Target(row.0, lmdb, to: "lmdbc", row.lmdb, .sameSettings),
            ] + (row.memory.map { [Target(row.0, memory, to: "classes", $0, .sameSettings)] } ?? [])
        }
            + [sqlite, lmdb, memory].map { Target("W3h", $0, to: "classes", residentLookUp, .sameSettings) }
            + [sqlite, lmdb, memory].map { Target("W12n", $0, to: nil, bytes, .memory) }
            + ["W2", "W3", "W4", "W5", "W7", "W8", "W8p", "W11", "W11s"].map {
                Target($0, "polystore-sqlite+lmdb", to: sqlite, mixing, .mixed)
            }
            + [sqlite, lmdb, memory].map { Target("W6u", $0, to: $0, undoing, .added, referenceWorkload: "W6") }
            + batches.flatMap {
                [
                    Target($0.0, sqlite, to: "rawc-same", $0.same, .sameSettings),
                    Target($0.0, lmdb, to: "lmdbc", $0.lmdb, .sameSettings),
                ]
            }
            + questions.map { Target($0.0, sqlite, to: "rawc", $0.ratio, .asShipped, allowance: $0.allowance) }
            + jointSaves + ahead(of: peers)
    }

    /// Saves over two stores beside the slower one of them alone, and eight at once beside one at a time.
    private static var jointSaves: [Target] {
        pairs.flatMap { pair, slower in
            [
                Target("J1", pair, to: slower, joint, .joint),
                Target("J3", pair, to: pair, shared, .joint, referenceWorkload: "J1"),
            ]
        }
    }

    /// Polystore on every backend ahead of every peer on every workload.
    private static func ahead(of peers: [String]) -> [Target] {
        let workloads = ratios.map(\.0) + ["W3h", "W12n"]
        return peers.flatMap { peer in
            workloads.flatMap { workload in
                [sqlite, lmdb, memory].map { Target(workload, $0, to: peer, 1, .ahead) }
            }
        }
    }
}
