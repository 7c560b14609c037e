import Foundation
import PolystoreStorage

/// The stores that another one has been told to forget: UUIDs of stores that it refers to, and names of former homes.
///
/// They stand in the store's free metadata, one a line.
struct ForgottenStores {
    /// The entry of the metadata.
    static let key = "polystore.forgottenStores"

    private(set) var entries: Set<String>

    init(_ metadata: StoreMetadata) {
        entries = Set((metadata.user[Self.key] ?? "").split(separator: "\n").map(String.init))
    }

    func contains(_ identifier: UUID) -> Bool { entries.contains(identifier.uuidString) }

    func contains(_ home: String) -> Bool { entries.contains(home) }

    mutating func add(_ entry: String) { entries.insert(UUID(uuidString: entry)?.uuidString ?? entry) }

    /// Drops the names, which hold until the stores are opened together again; UUIDs hold for good.
    mutating func dropNames() { entries = entries.filter { UUID(uuidString: $0) != nil } }

    /// The entry's text; nil removes it.
    var text: String? { entries.isEmpty ? nil : entries.sorted().joined(separator: "\n") }
}
