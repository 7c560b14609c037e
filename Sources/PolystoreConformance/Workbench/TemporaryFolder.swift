import Foundation

/// Fresh folders for stores.
enum TemporaryFolder {
    /// A folder that its user removes.
    static func make() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("polystore-conformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A folder that is removed when the process ends.
    static func makeForProcess() throws -> URL {
        let folder = try make()
        ExitCleanup.remove(folder)
        return folder
    }
}
