import PolystoreModel
import PolystoreStorage

/// What the readers of a log keep from being copied to the file, read from the log's index and the locks on it.
///
/// The format and the locks are documented: https://www.sqlite.org/walformat.html#the_wal_index_file_format.
struct LogReaders {
    /// The path of the store's file.
    let path: String

    /// The first lock of a reader, of as many as there are marks.
    private static let firstLock: Int64 = 123
    private static let marks = 5
    private static let headerLength = 136

    /// The bytes of the log behind the least mark of a reader, 0 when none is in the way.
    ///
    /// A reader needs nothing of the log behind its mark, and no page of the file may be newer than the mark.
    func heldBytes() throws(StoreError) -> Int {
        let index = path + "-shm"
        guard !OpenFileRegistry.isOpen(path) else { throw StoreError(.alreadyOpen, [.path: path]) }
        guard (SystemFile.size(path + "-wal") ?? 0) > 0, (SystemFile.size(index) ?? 0) >= Self.headerLength else {
            return 0
        }
        let head = try SystemFile.head(index, count: Self.headerLength)
        let locks = try SystemFile.areLocked(
            index, offsets: (0..<Self.marks).map { Self.firstLock + Int64($0) })
        return head.withUnsafeBytes { bytes in
            // In the byte order of the machine.
            func word(_ offset: Int) -> Int { Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
            let pageSize = Int(bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
            let (frames, firstMark) = (word(16), 100)
            let used = (0..<Self.marks).filter { locks[$0] }.map { word(firstMark + 4 * $0) }
            guard let least = used.min(), least < frames else { return 0 }
            return (frames - least) * LogLength.frameLength(pageSize == 1 ? 65536 : pageSize)
        }
    }
}
