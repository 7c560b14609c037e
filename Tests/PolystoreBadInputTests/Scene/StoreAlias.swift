import Foundation

/// Another name under which another process opens a store's file.
enum StoreAlias: String, CaseIterable, Sendable {
    case linkToFile, linkToFolder, hardLink, mountedFile, mountedFolder

    /// Whether the files beside the store are the same under the other name.
    var sharesFolder: Bool { self != .hardLink && self != .mountedFile }

    private var isMount: Bool { self == .mountedFile || self == .mountedFolder }

    /// Whether the machine lets a process have such a name.
    var isPossible: Bool { !isMount || TestProcess.isPossible(["unshare", "-Urm"]) }

    /// Makes the name.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - folder: A folder for the name.
    /// - Returns: The other path, and the command that runs a process that sees it.
    /// - Throws: What the file system refuses.
    func make(of file: URL, in folder: URL) throws -> (path: String, conditions: [String]) {
        let manager = FileManager.default
        let place = folder.appending(path: isMount || self == .linkToFolder ? "other" : "other.store")
        switch self {
        case .linkToFile:
            try manager.createSymbolicLink(at: place, withDestinationURL: file)
            return (place.path, [])
        case .linkToFolder:
            try manager.createSymbolicLink(at: place, withDestinationURL: file.deletingLastPathComponent())
            return (place.appending(path: file.lastPathComponent).path, [])
        case .hardLink:
            try manager.linkItem(at: file, to: place)
            return (place.path, [])
        case .mountedFile:
            try Data().write(to: place)
            return (place.path, mounting(file.path, place.path))
        case .mountedFolder:
            try manager.createDirectory(at: place, withIntermediateDirectories: true)
            return (
                place.appending(path: file.lastPathComponent).path,
                mounting(file.deletingLastPathComponent().path, place.path)
            )
        }
    }

    private func mounting(_ source: String, _ target: String) -> [String] {
        [
            "unshare", "-Urm", "/bin/sh", "-c", "source=$1; shift; mount --bind \"$source\" \"$0\" && exec \"$@\"",
            target,
            source,
        ]
    }
}
