import Foundation
import PolystoreStorage

/// What a file bears while a redo log belongs to it, in a part of its first page that the library neither reads nor writes.
enum RedoIdentity {
    /// Behind everything that the library writes there, inside of the smallest page.
    private static let offset = 256
    private static let none = [UInt8](repeating: 0, count: 16)

    /// Whether a log belongs to a file.
    ///
    /// A copy that was made before the log's base bears the identity as well, if it is of the same time.
    static func isBorne(by file: FileReader, _ head: RedoHead) throws(StoreError) -> Bool {
        guard try file.bytes(from: offset, count: none.count) == head.identity.bytes else { return false }
        return try head.base.newest(in: file) >= head.base.transaction
    }

    /// Lets a file bear an identity, or none.
    static func write(_ identity: UUID?, to descriptor: Int32, _ path: String) throws(StoreError) {
        try SystemFile.put(identity?.bytes ?? none, at: offset, of: descriptor, path)
    }

    /// Takes the identity from a copy, which no log belongs to.
    static func remove(from path: String) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        defer { close(descriptor) }
        try write(nil, to: descriptor, path)
    }
}
