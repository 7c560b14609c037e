import Foundation
import TestFolders

extension TemporaryFolder {
    func write(_ text: String, _ name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    /// The names of all files, from the folder on, without those of the list of generated files.
    func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// When each file was last written.
    func times() throws -> [String: Date] {
        var result: [String: Date] = [:]
        for name in try names() {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.appending(path: name).path)
            result[name] = attributes[.modificationDate] as? Date
        }
        return result
    }
}
