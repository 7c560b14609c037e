import Foundation
import Polystore

/// Backups beside the load, each of which is removed.
struct BackupLoad: Sendable {
    let container: PersistentContainer
    let folder: URL

    /// Makes a backup, and looks whether it names the durable stores.
    ///
    /// - Throws: What a backup throws.
    func turn(_ number: Int) throws {
        let place = folder.appending(path: "backup-\(number)")
        let manifest = try container.backup(to: place)
        try FileManager.default.removeItem(at: place)
        guard Set(manifest.stores.map(\.name)) == ["work", "words"] else {
            throw SoakFailure("the backup has the stores \(manifest.stores.map(\.name))")
        }
    }
}
