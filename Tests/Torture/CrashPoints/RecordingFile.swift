import Foundation

/// The recordings of a unit, kept in its folder for a worker that follows one that died.
struct RecordingFile {
    private let folder: URL

    init(_ folder: URL) { self.folder = folder }

    private var file: URL { folder.appendingPathComponent("recordings.plist") }

    /// The recordings that are there, or those that a closure makes in an empty folder.
    func recordings(_ make: (URL) throws -> [Recording]) throws -> [Recording] {
        if FileManager.default.fileExists(atPath: file.path) {
            return try PropertyListDecoder().decode([Recording].self, from: Data(contentsOf: file))
        }
        let place = folder.appendingPathComponent("program")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let recordings = try make(place)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try encoder.encode(recordings).write(to: file)
        return recordings
    }
}
