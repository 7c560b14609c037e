import PolystoreStorage

/// Writes messages as frames, each of which is handed to a sink as soon as it is full.
///
/// The checksum of a frame continues that of the frame before, so that a frame which is missing, doubled or of another
/// record does not fit.
final class FrameWriter<Failure: Error> {
    typealias Sink = (UnsafeRawBufferPointer) throws(Failure) -> Void

    private let sink: Sink
    /// The header's room and the payload so far.
    private var frame: [UInt8] = []
    private var kind = RecordFormat.Kind.begin
    private var checksum: UInt32 = 0
    /// The number of frames that were handed to the sink.
    private(set) var frameCount: UInt64 = 0
    /// The bytes of the current message so far.
    private(set) var messageSize = 0

    init(_ sink: @escaping Sink) { self.sink = sink }

    /// Writes one message.
    func message(
        _ kind: RecordFormat.Kind, _ body: (FrameWriter) throws(Failure) -> Void
    ) throws(Failure) {
        begin(kind)
        try body(self)
        try end()
    }

    /// Begins a message.
    func begin(_ kind: RecordFormat.Kind) {
        self.kind = kind
        messageSize = 0
        frame.removeAll(keepingCapacity: true)
        frame.append(contentsOf: repeatElement(0, count: RecordFormat.headerSize))
    }

    /// Ends the message that was begun.
    func end() throws(Failure) { try flush(continues: false) }

    /// Adds bytes to the message.
    func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        messageSize += bytes.count
        var rest = bytes[...]
        while !rest.isEmpty {
            var room = RecordFormat.headerSize + RecordFormat.payloadSize - frame.count
            if room == 0 {
                try flush(continues: true)
                room = RecordFormat.payloadSize
            }
            let piece = rest.prefix(room)
            frame.append(contentsOf: piece)
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Adds an integer, its lowest byte first.
    func append<Integer: FixedWidthInteger>(_ value: Integer) throws(Failure) {
        try withUnsafeBytes(of: value.littleEndian) { (bytes) throws(Failure) in try append(bytes) }
    }

    /// Adds bytes.
    func append(_ bytes: [UInt8]) throws(Failure) {
        try bytes.withUnsafeBytesTyped { (bytes) throws(Failure) in try append(bytes) }
    }

    /// Adds a text with its length in bytes.
    func append(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        try append(UInt32(bytes.count))
        try append(bytes)
    }

    /// Adds a text that may be missing.
    func append(optional text: String?) throws(Failure) {
        try append(UInt8(text == nil ? 0 : 1))
        if let text { try append(text) }
    }

    private func flush(continues: Bool) throws(Failure) {
        let length = UInt32(frame.count - RecordFormat.headerSize).littleEndian
        frame.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: length, as: UInt32.self)
            bytes[4] = kind.rawValue
            bytes[5] = continues ? RecordFormat.continues : 0
            bytes.storeBytes(of: 0, toByteOffset: 6, as: UInt16.self)
            checksum = FrameChecksum.sum(UnsafeRawBufferPointer(bytes), after: checksum)
            bytes.storeBytes(of: checksum.littleEndian, toByteOffset: 8, as: UInt32.self)
        }
        try frame.withUnsafeBytesTyped { (bytes) throws(Failure) in try sink(bytes) }
        frameCount += 1
        frame.removeLast(frame.count - RecordFormat.headerSize)
    }
}
