import Foundation
import PolystoreModel

extension ModelBundle {
    /// Finds all bundles in a folder and below; links are not followed.
    ///
    /// - Parameters:
    ///   - folder: The folder to search.
    ///   - excluded: The names of bundles and folders below it that are passed over with all that is in them.
    /// - Returns: Their places, in order.
    /// - Throws: `ModelError` when there is no such folder.
    public static func bundles(below folder: URL, excluding excluded: Set<String> = []) throws(ModelError) -> [URL] {
        try places(below: folder, extensions: ["xcdatamodeld", "xcdatamodel"], excluding: excluded)
    }

    /// The bundle of a name in a folder or below.
    ///
    /// - Throws: `ModelError` when no bundle has the name, or several have.
    public static func bundle(named name: String, below folder: URL) throws(ModelError) -> ModelBundle {
        let found = try bundles(below: folder)
        let matches = found.filter { $0.deletingPathExtension().lastPathComponent == name }
        guard let match = matches.first else {
            let hint = Suggestion.hint(for: name, in: found.map { $0.deletingPathExtension().lastPathComponent })
            throw ModelFolder.failure(.unknownName, "no model named '\(name)' is here\(hint)", folder, model: name)
        }
        if matches.count > 1 {
            let list = matches.map { "'\($0.relativePath)'" }.joined(separator: ", ")
            throw ModelFolder.failure(
                .duplicateName, "several models are named '\(name)': \(list)", folder, model: name)
        }
        return try ModelBundle(contentsOf: match)
    }

    /// The places of files and folders with an extension, without what lies inside of one.
    static func places(
        below folder: URL, extensions: Set<String>, excluding excluded: Set<String> = []
    ) throws(ModelError) -> [URL] {
        guard ModelFolder.isFolder(folder) else {
            throw ModelFolder.failure(.unreadable, "there is no such folder", folder, model: folder.lastPathComponent)
        }
        var result: [URL] = []
        var open = [folder]
        while let next = open.popLast() {
            // The reverse order puts the first name on top of the list.
            for name in try ModelFolder.names(in: next, model: next.lastPathComponent).reversed()
            where !excluded.contains(name) {
                let url = next.appending(path: name)
                if extensions.contains(url.pathExtension) {
                    result.append(url)
                } else if isOwnFolder(url) {
                    open.append(url)
                }
            }
        }
        return result.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Whether a folder, and no link to one, is at a place.
    private static func isOwnFolder(_ url: URL) -> Bool {
        // What cannot be asked for its kind is not looked into.
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
}
