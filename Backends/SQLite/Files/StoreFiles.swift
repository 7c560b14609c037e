import Foundation
import PolystoreModel
import PolystoreStorage

/// The names of a store's files.
struct StoreFiles: Hashable, Sendable {
    /// The database.
    let path: String

    init(_ url: URL) { path = url.standardizedFileURL.path(percentEncoded: false) }

    init(path: String) { self.path = path }

    /// The folder of the database.
    var folder: String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The database's name in its folder.
    var name: String { String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]) }

    /// The error of a store that is not there: it names the folder when that is not there either.
    var missing: StoreError {
        guard !SystemFile.isFolder(folder) else { return StoreError(.missing, [.path: path]) }
        return StoreError(.missing, [.path: folder, .reason: "the folder does not exist"])
    }

    /// The engine's files beside the database.
    var companions: [String] { [path + "-wal", path + "-shm", path + "-journal"] }

    /// The file that is locked by the process that writes.
    var lock: String { path + "-lock" }

    /// The folder of the store's support files.
    ///
    /// Core Data leaves the ending `.sqlite` out; other endings stay in, so that two stores of one folder never share
    /// theirs.
    var supportFolder: String {
        let stem = name.hasSuffix(".sqlite") ? String(name.dropLast(7)) : name + "."
        return "\(folder)/.\(stem)_SUPPORT"
    }

    /// The folder of external data.
    var externalDataFolder: String { supportFolder + "/_EXTERNAL_DATA" }

    /// The name of a store that is being made.
    func temporary(_ identifier: UUID) -> String { "\(folder)/.\(name).new-\(identifier.uuidString)" }

    /// Whether a name in the folder is that of a store that was being made.
    func isTemporary(_ other: String) -> Bool { other.hasPrefix(".\(name).new-") }
}
