import PolystoreModel
import PolystoreStorage

/// Reads frames from a source and puts messages together, holding one message at a time.
struct FrameReader {
    /// Fills memory with the next bytes, and returns how many there were: fewer than there is room for only at the end.
    typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

    /// One message.
    struct Message {
        let kind: UInt8
        let mayBeSkipped: Bool
        /// The offset of the message's first frame in the record.
        let offset: Int
        let bytes: [UInt8]
    }

    private let source: Source
    private var checksum: UInt32 = 0
    /// The bytes that were read.
    private(set) var offset = 0
    /// The frames that were read.
    private(set) var frameCount: UInt64 = 0
    private var frame = [UInt8](repeating: 0, count: RecordFormat.headerSize)

    init(_ source: @escaping Source) { self.source = source }

    /// Reads the next message.
    ///
    /// - Throws: `truncated` when the source ends before the message does, `damaged`, `unreadable`.
    mutating func next() throws(ChangeSetError) -> Message {
        let start = offset
        var message: [UInt8] = []
        var first: (kind: UInt8, flags: UInt8)?
        while true {
            let (kind, flags) = try readFrame()
            if let first, first.kind != kind { throw damaged(start, "a frame of another message") }
            if first == nil { first = (kind, flags) }
            message.append(contentsOf: frame[RecordFormat.headerSize...])
            guard flags & RecordFormat.continues != 0 else {
                return Message(
                    kind: kind, mayBeSkipped: flags & RecordFormat.mayBeSkipped != 0, offset: start, bytes: message)
            }
        }
    }

    private mutating func readFrame() throws(ChangeSetError) -> (kind: UInt8, flags: UInt8) {
        let start = offset
        try fill(0..<RecordFormat.headerSize, of: start)
        let length = Int(
            frame.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) })
        guard length <= RecordFormat.payloadSize, frame[6] == 0, frame[7] == 0 else {
            throw damaged(start, "a header of no frame")
        }
        let (kind, flags) = (frame[4], frame[5])
        // What goes on is full: a message is cut in one way only.
        guard flags & RecordFormat.continues == 0 || length == RecordFormat.payloadSize else {
            throw damaged(start, "a frame that goes on and is not full")
        }
        let end = RecordFormat.headerSize + length
        if frame.count > end { frame.removeLast(frame.count - end) }
        if frame.count < end { frame.append(contentsOf: repeatElement(0, count: end - frame.count)) }
        try fill(RecordFormat.headerSize..<end, of: start)
        checksum = frame.withUnsafeBytes { FrameChecksum.sum($0, after: checksum) }
        let kept = frame.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }
        guard kept == checksum else { throw damaged(start, "the checksum of a frame") }
        frameCount += 1
        return (kind, flags)
    }

    private mutating func fill(_ range: Range<Int>, of start: Int) throws(ChangeSetError) {
        guard !range.isEmpty else { return }
        let count: Int
        do {
            count = try frame.withUnsafeMutableBytes {
                try source(UnsafeMutableRawBufferPointer(rebasing: $0[range]))
            }
        } catch {
            throw ChangeSetError(.unreadable, [.offset: "\(start)"], cause: error)
        }
        offset += count
        guard count == range.count else { throw ChangeSetError(.truncated, [.offset: "\(start)"]) }
    }

    private func damaged(_ offset: Int, _ reason: String) -> ChangeSetError {
        ChangeSetError(.damaged, [.offset: "\(offset)", .reason: reason])
    }
}
