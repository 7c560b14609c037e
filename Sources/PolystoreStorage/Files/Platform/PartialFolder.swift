import Foundation
import PolystoreModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A folder that is filled under a temporary name, and gets its own when it is whole.
///
/// The process that fills it keeps it locked, which tells it from the remains of one that ended meanwhile: those are removed
/// by the next process that makes a folder of the same name.
package final class PartialFolder {
    /// The folder, under its temporary name until `finish` gives it its own.
    package private(set) var path: String
    private let target: StoreFiles
    private let descriptor: Int32

    /// Makes an empty folder, and those around it where there are none.
    ///
    /// - Parameter target: The path that it gets in the end.
    /// - Throws: An error that names the first folder that cannot be made.
    package init(for target: String) throws(StoreError) {
        self.target = StoreFiles(path: target)
        try SystemFile.makeFolders(self.target.folder)
        for name in try SystemFile.names(in: self.target.folder) where self.target.isTemporary(name) {
            Self.removeRemains("\(self.target.folder)/\(name)")
        }
        while true {
            let path = self.target.temporary(UUID())
            try SystemFile.makeFolder(path)
            // Another process may take it for remains until it is locked.
            guard let descriptor = try Self.lock(path) else { continue }
            (self.path, self.descriptor) = (path, descriptor)
            return
        }
    }

    deinit { close(descriptor) }

    /// Puts the entries of the folder on the disk and gives it its name; without an error that is on the disk as well.
    ///
    /// - Throws: `permission` when there is something of that name. The folder is still to be removed then.
    package func finish() throws(StoreError) {
        try SystemFile.synchronize(path)
        // An empty folder would be replaced.
        try target.requireNothing()
        try SystemFile.move(path, to: target.path)
        path = target.path
        try SystemFile.synchronize(target.folder)
    }

    /// Removes the folder with everything in it.
    package func remove() {
        // What cannot be removed now is removed by the next process that makes the folder.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Locks a folder for this process; nil when another one has it locked, or it has gone.
    private static func lock(_ path: String) throws(StoreError) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemFile.error(errno, path)
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            let identity = FileIdentity(descriptor: descriptor), identity == FileIdentity(path: path)
        {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    private static func removeRemains(_ path: String) {
        // What cannot be locked or removed harms nothing but the room that it takes.
        guard let descriptor = try? lock(path) else { return }
        // Likewise.
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }
}
