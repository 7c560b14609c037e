import Foundation

/// What the files of stores take, divided into what holds the objects and logs.
struct FileUse: Equatable {
    /// Bytes of the stores and of large values beside them.
    var stores = 0
    /// Bytes of logs: SQLite's, and that of the commits.
    var logs = 0

    init() {}

    /// Adds up all files of a folder.
    ///
    /// - Throws: What the file system throws.
    init(of folder: URL) throws {
        let keys: [URLResourceKey] = [.fileSizeKey, .isRegularFileKey]
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys) else {
            throw SoakFailure("the folder of the stores cannot be read")
        }
        for case let file as URL in files {
            // A large value may go meanwhile, with the last snapshot that sees it: it takes nothing then.
            guard let values = try? file.resourceValues(forKeys: Set(keys)) else { continue }
            if values.isRegularFile == true { add(values.fileSize ?? 0, of: file.lastPathComponent) }
        }
    }

    /// Adds a file by its name.
    mutating func add(_ bytes: Int, of name: String) {
        if Self.logEndings.contains(where: name.hasSuffix) { logs += bytes } else { stores += bytes }
    }

    /// How the names of logs, indexes of logs and lock files end.
    private static let logEndings = ["-wal", "-shm", "-lock", "-writer", "-commit.log"]
}
