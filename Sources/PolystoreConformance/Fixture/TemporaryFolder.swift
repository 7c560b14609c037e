import Foundation

/// Fresh folders for stores.
enum TemporaryFolder {
    /// Where folders are made: in memory where the system has such a place, because a disk spends most of a run on
    /// syncing; TMPDIR says otherwise.
    private static let parent: URL = {
        let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        let isChosen = ProcessInfo.processInfo.environment["TMPDIR"] != nil
        let isUsable = FileManager.default.isWritableFile(atPath: memory.path)
        return isUsable && !isChosen ? memory : FileManager.default.temporaryDirectory
    }()

    /// A folder that its user removes.
    static func make() throws -> URL {
        let folder = parent.appendingPathComponent("polystore-conformance-\(UUID().uuidString)")
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
