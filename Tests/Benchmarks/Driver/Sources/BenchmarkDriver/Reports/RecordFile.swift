import Foundation

/// How records are written into files.
enum RecordFile {
    /// JSON with a line for each entry of a list, so that scripts find entries and differences show them.
    static func json(_ record: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(record), as: UTF8.self)
        return Data((text.replacing("},{", with: "},\n{").replacing("[{", with: "[\n{") + "\n").utf8)
    }
}
