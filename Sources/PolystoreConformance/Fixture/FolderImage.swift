import Foundation

/// The state after a kill: the files of a folder as they lie there now, in a folder of their own.
///
/// The system keeps what a process wrote when the process is killed, synced or not; a power cut may lose more.
final class FolderImage: Sendable {
    let folder: URL

    /// Copies every file while the stores in the folder may be open; no thread may write meanwhile.
    init(of original: URL) throws {
        folder = try TemporaryFolder.make()
        for name in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            try FileManager.default.copyItem(
                at: original.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
    }

    deinit {
        // A folder that cannot be removed now is left to the operating system.
        try? FileManager.default.removeItem(at: folder)
    }
}
