import Foundation
import PolystoreModel

/// The names of a store's files.
///
/// The path has no symbolic links, so that the files beside the store's are the same for all programs, whatever path each
/// was given.
package struct StoreFiles: Hashable, Sendable {
    /// The store's file.
    package let path: String

    package init(_ url: URL) { path = StoreFiles.resolved(url.standardizedFileURL.path(percentEncoded: false)) }

    package init(path: String) { self.path = path }

    /// The files of a store that needs a file URL.
    ///
    /// - Throws: `missing` without one.
    package init(_ url: URL?, store: String) throws(StoreError) {
        guard let url, url.isFileURL else {
            throw StoreError(.missing, [.store: store, .reason: "a store of this type needs a file URL"])
        }
        self.init(url)
    }

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
