import Foundation
import PolystoreModel
import PolystoreStorage

/// What a backup folder says of itself, in `backup.json`.
public struct BackupManifest: Codable, Hashable, Sendable {
    /// One store of the backup.
    public struct Store: Codable, Hashable, Sendable {
        /// The store's name.
        public let name: String
        /// The name of its type.
        public let type: String
        /// The copy's name in the folder.
        public let file: String
        /// The store's UUID.
        public let identifier: UUID
        /// The commit that the copy shows.
        public let commit: CommitNumber
    }

    /// The format of backup folders.
    public static let currentFormat = 1
    /// The file's name in the folder.
    public static let fileName = "backup.json"

    /// The format: 1.
    public let format: Int
    /// When the backup was made.
    public let date: Date
    /// The stores, in their order.
    public let stores: [Store]

    init(_ stores: [Store]) {
        // The file has whole seconds.
        let date = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        (format, self.date, self.stores) = (Self.currentFormat, date, stores)
    }

    /// Reads the manifest of a folder.
    ///
    /// - Throws: `noBackup` where there is no folder, `invalidBackup` where its manifest cannot be read or is of another format.
    public init(of folder: URL) throws(CoordinatorError) {
        guard SystemFile.exists(folder.path) else { throw CoordinatorError(.noBackup, [.path: folder.path]) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let bytes = try SystemFile.read(contentsOf: folder.appending(path: Self.fileName).path)
            self = try decoder.decode(BackupManifest.self, from: Data(bytes))
        } catch {
            throw CoordinatorError(
                .invalidBackup, [.path: folder.path, .reason: "no readable \(Self.fileName): no backup"], cause: error)
        }
        guard format == Self.currentFormat else {
            throw CoordinatorError(
                .invalidBackup,
                [.path: folder.path, .reason: "format \(format); known here: \(Self.currentFormat)"])
        }
    }

    /// The manifest as it is written.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(self))
    }

    /// The name of a store's copy in a folder.
    static func file(of store: String, _ type: String) -> String {
        "\(store.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? store).\(type)"
    }
}
