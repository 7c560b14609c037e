import Foundation
import PolystoreStorage

/// The file that a redo log lies in, beside the store's: two heads, and records behind them.
// SAFETY: a descriptor and what was the last head, which whoever writes heads touches: one at a time, see `RedoLog`.
final class RedoFile: @unchecked Sendable {
    /// The end of its name.
    static let suffix = "-redo"
    /// A head lies at the beginning of a page, so that what a power cut leaves of one cannot harm the other.
    static let headSpacing = 4096

    let path: String
    private let descriptor: Int32
    /// Heads have a descriptor of their own: the system tells an error of the disk once for each, and whoever checkpoints
    /// must not be told what is about the writer's records.
    private let headDescriptor: Int32
    /// The head that was written last; nil in a new file.
    private(set) var head: RedoHead?

    /// Opens the log of a store's file; nil when there is none and none is to be made.
    ///
    /// - Throws: `full` and `permission` among others where it cannot be made or read.
    init?(of store: String, makes: Bool) throws(StoreError) {
        path = store + Self.suffix
        let isNew = !SystemFile.exists(path)
        guard makes || !isNew else { return nil }
        descriptor = open(path, O_RDWR | O_CLOEXEC | (makes ? O_CREAT : 0), 0o644)
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        headDescriptor = open(path, O_RDWR | O_CLOEXEC)
        // The object is whole by now: when it goes, the first one is closed.
        guard headDescriptor >= 0 else { throw SystemFile.error(errno, path) }
        head = isNew ? nil : try Self.head(of: FileReader(path))
    }

    deinit {
        close(descriptor)
        close(headDescriptor)
    }

    /// The newer of the two heads.
    static func head(of file: FileReader) throws(StoreError) -> RedoHead? {
        var newest: RedoHead?
        for slot in 0...1 {
            let bytes = try file.bytes(from: slot * headSpacing, count: RedoHead.length)
            guard let head = RedoHead(bytes), head.sequence >= newest?.sequence ?? 0 else { continue }
            newest = head
        }
        return newest
    }

    /// Waits until the log of a store's file, if there is an open one, is on the disk.
    static func synchronize(of store: String) throws(StoreError) {
        let path = store + suffix
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return }
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        defer { close(descriptor) }
        // What is closed needs no log, and may lie where nothing can be put on the disk.
        guard try head(of: FileReader(path))?.isOpen == true else { return }
        try SystemFile.synchronizeData(of: descriptor, path)
    }

    /// The length of the file.
    var length: Int { SystemFile.size(path) ?? 0 }

    /// Puts a head on the disk, which becomes the newest one.
    func write(_ head: RedoHead) throws(StoreError) {
        var head = head
        head.sequence = (self.head?.sequence ?? 0) + 1
        try SystemFile.put(head.bytes, at: Int(head.sequence % 2) * Self.headSpacing, of: headDescriptor, path)
        try SystemFile.synchronizeData(of: headDescriptor, path)
        self.head = head
    }

    /// Makes the file longer.
    func grow(from length: Int, to newLength: Int) throws(StoreError) {
        guard newLength > length else { return }
        try put([UInt8](repeating: 0, count: newLength - length), at: length)
    }

    /// Makes sure that there is room for heads, and that the file is not longer than it may be.
    func prepare(limit: Int) throws(StoreError) {
        try grow(from: length, to: RedoRing.start)
        if length > limit, ftruncate(descriptor, off_t(limit)) != 0 { throw SystemFile.error(errno, path) }
    }

    /// Writes bytes of a record.
    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreError) {
        try SystemFile.put(bytes, at: offset, of: descriptor, path)
    }

    /// Writes bytes of a record.
    func put(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
        try SystemFile.put(bytes, at: offset, of: descriptor, path)
    }

    /// Has the system begin to put records on the disk that were written.
    func beginSynchronizing() { SystemFile.beginWritingData(of: descriptor) }

    /// Waits until the records that were written are on the disk.
    func synchronize() throws(StoreError) { try SystemFile.synchronizeData(of: descriptor, path) }
}
