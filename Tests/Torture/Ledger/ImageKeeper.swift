import Foundation
import Synchronization

/// Keeps the files of a folder as they are at a moment that another thread tells.
final class ImageKeeper: Sendable {
    private let kept = Mutex<Result<FolderTree, any Error>?>(nil)

    func take(_ folder: URL) { kept.withLock { $0 = Result { try FolderTree(of: folder) } } }

    /// What was kept; nil if nothing was.
    var tree: FolderTree? {
        get throws { try kept.withLock { $0 }?.get() }
    }
}
