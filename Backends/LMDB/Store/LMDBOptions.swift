import PolystoreModel
import PolystoreStorage

/// The options of a store of this type.
struct LMDBOptions: Hashable, Sendable {
    /// The address space that is reserved, in bytes: the limit up to which the file grows.
    var mapSize = 64 << 30
    /// The snapshots that all processes together may hold at a time.
    var readers = 126
    /// Whether every page is looked at before the file is mapped.
    var verifiesPages = false

    static let declared = [
        StoreType.Option(
            "mapSize", .size,
            "Address space reserved for the store, which is the limit up to which its file grows (64GiB)."),
        StoreType.Option(
            "readers", .count, "Snapshots that all processes together may hold at a time (126, at most 4096)."),
        StoreType.Option(
            "verify", .word(["head", "full"]),
            "What is checked before the file is mapped: the two pages that say which state is the last one (head), or "
                + "every page that can be reached (full)."),
    ]

    /// The least and the greatest map: 64 KiB and 64 TiB, half of what a process can address.
    static let mapSizes = 64 << 10...64 << 40

    init() {}

    /// Reads options.
    ///
    /// - Throws: `invalidOption` for a name that is not declared or a value that makes no sense.
    init(_ options: StoreOptions, store: String) throws(StoreError) {
        for (name, value) in options.values.sorted(by: { $0.key < $1.key }) {
            switch (name, value) {
            case ("mapSize", .size(let bytes)) where Self.mapSizes.contains(bytes):
                // Whole pages, whatever size the system's pages have.
                mapSize = (bytes + 0xFFFF) & ~0xFFFF
            case ("readers", .count(let count)) where (1...4096).contains(count): readers = count
            case ("verify", .word("head")): verifiesPages = false
            case ("verify", .word("full")): verifiesPages = true
            default:
                throw StoreError(
                    .invalidOption, [.store: store, .found: name, .expected: Self.expectation(of: name)])
            }
        }
    }

    private static func expectation(of name: String) -> String {
        switch name {
        case "mapSize": "a size from 64KiB to 64TiB"
        case "readers": "a count from 1 to 4096"
        case "verify": "head or full"
        default: declared.map(\.name).joined(separator: ", ")
        }
    }
}
