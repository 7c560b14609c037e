import PolystoreModel
import PolystoreStorage

/// Writes the body of an entry behind its head, piece by piece, and the head last.
///
/// An entry that fits the buffer, as nearly all do, is one write. Until the head is written there is no entry.
struct LogAppender {
    private static let capacity = 256 << 10

    private let file: LogFile
    private let offset: Int
    private let headSize: Int
    /// The room up to which the file is reserved.
    private(set) var reserved: Int
    /// What is not written yet; it begins with the room of the head as long as nothing was written.
    private var buffer: [UInt8]
    /// Where the buffer goes in the file.
    private var bufferOffset: Int
    private(set) var bodySize = 0
    private(set) var checksum: UInt32 = 0

    init(_ file: LogFile, at offset: Int, headSize: Int, reserved: Int) {
        self.file = file
        self.offset = offset
        self.headSize = headSize
        self.reserved = reserved
        buffer = [UInt8](repeating: 0, count: headSize)
        bufferOffset = offset
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        checksum = CRC32C.sum(bytes, after: checksum)
        bodySize += bytes.count
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes what is left, and the head.
    mutating func finish(_ head: [UInt8]) throws(StoreError) {
        if bufferOffset == offset {
            buffer.replaceSubrange(0..<headSize, with: head)
            try flush()
        } else {
            try flush()
            try file.write(head, at: offset)
        }
    }

    private mutating func flush() throws(StoreError) {
        let end = bufferOffset + buffer.count
        if end > reserved {
            let target = (end + CommitLogFormat.growth - 1) / CommitLogFormat.growth * CommitLogFormat.growth
            do throws(StoreError) {
                try file.reserve(from: reserved, to: target)
                reserved = target
            } catch {
                guard error.code == .full else { throw error }
                // What is left of the disk may do for this entry.
                try file.reserve(from: reserved, to: end)
                reserved = end
            }
        }
        try file.write(buffer, at: bufferOffset)
        bufferOffset = end
        buffer.removeAll(keepingCapacity: true)
    }
}
