import Foundation

/// What was generated before, kept beside the machine's files: by it files are found whose entity is gone.
struct GenerationManifest: Codable, Equatable {
    /// The name of the file.
    static let fileName = ".polystore-generated.json"

    /// The files of one model.
    struct Files: Codable, Equatable {
        /// The names of the machine's files.
        var machine: [String] = []
        /// The names of the files that belong to people.
        var human: [String] = []
    }

    /// The version of the format.
    var format = 1
    /// The files of each model by its name.
    var models: [String: Files] = [:]

    /// Reads the manifest of a folder; an empty one when there is none.
    init(at path: String) throws(GenerationError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw .file(path: path, reason: "this is no list of generated files, or cannot be read")
        }
        if format != 1 { throw .file(path: path, reason: "the format \(format) is of another version of the program") }
    }

    /// The text, the same for the same content.
    func text() throws(GenerationError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        } catch {
            throw .file(path: Self.fileName, reason: "\(error)")
        }
    }
}
