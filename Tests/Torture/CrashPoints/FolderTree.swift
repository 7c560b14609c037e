import Foundation

/// The files of a folder and of those in it, with their contents.
struct FolderTree {
    /// The number of the folder itself.
    var root: Int
    /// Files and folders by their entries.
    var entries: [RecordedCall.Entry: Int]
    /// The contents of the files; folders have none.
    var files: [Int: [UInt8]]

    /// Reads a folder; what the engines keep in shared memory is none of a disk's business.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - numbers: The numbers given, by the system's.
    /// - Throws: What keeps a file from being read.
    init(of folder: URL, numbers: inout [UInt64: Int]) throws {
        (root, entries, files) = (0, [:], [:])
        numbers[try Self.systemNumber(folder.path)] = 0
        try read(folder, 0, &numbers)
    }

    init(of folder: URL) throws {
        var numbers: [UInt64: Int] = [:]
        self = try FolderTree(of: folder, numbers: &numbers)
    }

    init(root: Int, entries: [RecordedCall.Entry: Int], files: [Int: [UInt8]]) {
        (self.root, self.entries, self.files) = (root, entries, files)
    }

    /// Whether a file is written through a map and made anew by the first process that opens its store: the engines' locks
    /// and SQLite's index of the log.
    static func isShared(_ name: String) -> Bool { name.hasSuffix("-shm") || name.hasSuffix("-lock") }

    private mutating func read(_ folder: URL, _ number: Int, _ numbers: inout [UInt64: Int]) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let place = folder.appendingPathComponent(name)
            let own = numbers.count
            numbers[try Self.systemNumber(place.path)] = own
            entries[.init(folder: number, name: name)] = own
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder), isFolder.boolValue {
                try read(place, own, &numbers)
            } else {
                files[own] = Self.isShared(name) ? [] : [UInt8](try Data(contentsOf: place))
            }
        }
    }

    private static func systemNumber(_ path: String) throws -> UInt64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard let number = attributes[.systemFileNumber] as? Int else { throw Violation("\(path) has no number") }
        return UInt64(number)
    }

    /// The contents of all files that can be reached, by their paths; nil for folders.
    var paths: [String: [UInt8]?] {
        var children: [Int: [(name: String, number: Int)]] = [:]
        for (entry, number) in entries { children[entry.folder, default: []].append((entry.name, number)) }
        var result: [String: [UInt8]?] = [:]
        func visit(_ folder: Int, _ path: String) {
            for (name, number) in children[folder] ?? [] where !Self.isShared(name) {
                if let bytes = files[number] {
                    result[path + name] = .some(bytes)
                } else {
                    result[path + name] = .some(nil)
                    visit(number, path + name + "/")
                }
            }
        }
        visit(root, "")
        return result
    }
}
