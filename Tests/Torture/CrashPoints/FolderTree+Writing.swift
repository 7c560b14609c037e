import Foundation

extension FolderTree {
    /// Writes everything into a folder, which is emptied first.
    ///
    /// What an error leaves there is removed by the next one.
    func write(to folder: URL) throws {
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, bytes) in paths.sorted(by: { $0.key < $1.key }) {
            let place = folder.appendingPathComponent(path)
            guard let bytes else {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
                continue
            }
            try bytes.withUnsafeBytes { bytes in try PlainFile.write(bytes, to: place.path) }
        }
    }

    /// What differs from another tree; empty if nothing does.
    func differences(from other: FolderTree) -> [String] {
        let (own, others) = (paths, other.paths)
        return Set(own.keys).union(others.keys).sorted().compactMap { path in
            switch (own[path], others[path]) {
            case (nil, _): return "\(path) is missing"
            case (_, nil): return "\(path) is there"
            case (.some(let bytes), .some(let otherBytes)):
                if bytes == otherBytes { return nil }
                return "\(path): \(bytes?.count ?? -1) and \(otherBytes?.count ?? -1) bytes"
            }
        }
    }
}
