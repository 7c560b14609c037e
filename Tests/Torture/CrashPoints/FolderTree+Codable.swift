import Foundation

extension FolderTree: Codable {
    private enum Key: String, CodingKey {
        case root, entries, numbers, files, contents
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let entries = try container.decode([RecordedCall.Entry].self, forKey: .entries)
        let numbers = try container.decode([Int].self, forKey: .numbers)
        let files = try container.decode([Int].self, forKey: .files)
        let contents = try container.decode([Data].self, forKey: .contents)
        self.init(
            root: try container.decode(Int.self, forKey: .root),
            entries: Dictionary(uniqueKeysWithValues: zip(entries, numbers)),
            files: Dictionary(uniqueKeysWithValues: zip(files, contents.map { [UInt8]($0) })))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(root, forKey: .root)
        try container.encode(entries.map(\.key), forKey: .entries)
        try container.encode(entries.map(\.value), forKey: .numbers)
        try container.encode(files.map(\.key), forKey: .files)
        try container.encode(files.map { Data($0.value) }, forKey: .contents)
    }
}
