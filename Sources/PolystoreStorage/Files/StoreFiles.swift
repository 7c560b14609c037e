import Foundation
import PolystoreModel

/// The names of a store's files.
package struct StoreFiles: Hashable, Sendable {
    /// The store's file.
    package let path: String

    package init(_ url: URL) { path = url.standardizedFileURL.path(percentEncoded: false) }

    package init(path: String) { self.path = path }

    /// The folder of the file.
    package var folder: String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The file's name in its folder.
    package var name: String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    /// The error of a store that is not there: it names the folder when that is not there either.
    package var missing: StoreError {
        guard !SystemFile.isFolder(folder) else { return StoreError(.missing, [.path: path]) }
        return StoreError(.missing, [.path: folder, .reason: "the folder does not exist"])
    }

    /// The name of a store that is being made.
    package func temporary(_ identifier: UUID) -> String { "\(folder)/.\(name).new-\(identifier.uuidString)" }

    /// Whether a name in the folder is that of a store that was being made.
    package func isTemporary(_ other: String) -> Bool { other.hasPrefix(".\(name).new-") }
}
