import Foundation

/// What a backup folder says of itself, in `backup.json`.
struct BackupManifest: Codable, Hashable {
    /// One store of the backup.
    struct Store: Codable, Hashable {
        /// The store's name in the store file.
        let name: String
        /// The name of its type.
        let type: String
        /// The copy's name in the folder.
        let file: String
        /// The store's UUID.
        let identifier: UUID
        /// The commit that the copy shows.
        let commit: UInt64
    }

    /// The format of backup folders.
    static let currentFormat = 1
    /// The file's name in the folder.
    static let fileName = "backup.json"

    /// The format: 1.
    let format: Int
    /// When the backup was made.
    let date: Date
    /// The stores, in the order of the store file.
    let stores: [Store]

    /// Reads the manifest of a folder.
    ///
    /// - Throws: `CommandError`: `noBackup` where there is no folder, `invalidBackup` where its manifest cannot be read.
    static func read(_ folder: URL) throws -> BackupManifest {
        let file = folder.appending(path: fileName)
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw CommandError.noBackup(path: folder.path)
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let manifest: BackupManifest
        do {
            manifest = try decoder.decode(BackupManifest.self, from: try Data(contentsOf: file))
        } catch {
            throw CommandError.invalidBackup(path: folder.path, reason: "no readable \(fileName): no backup")
        }
        guard manifest.format == currentFormat else {
            throw CommandError.invalidBackup(
                path: folder.path, reason: "format \(manifest.format); known here: \(currentFormat)")
        }
        return manifest
    }

    /// Writes the manifest, as the last file of a folder.
    func write(to folder: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        try encoder.encode(self).write(to: folder.appending(path: Self.fileName), options: .atomic)
    }
}
