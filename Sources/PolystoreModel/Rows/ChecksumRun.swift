/// Puts the pieces of a checksum one behind another into memory that holds all numbers and some bytes.
///
/// The offsets of a damaged row may name the same bytes several times, so that its parts are longer than the row: what
/// does not fit is left out and noted.
struct ChecksumRun: ChecksumSink {
    /// Behind the last byte.
    private(set) var end: UnsafeMutableRawPointer
    /// How many bytes of texts and data there is room for; negative when there was too little.
    private(set) var room: Int

    init(_ start: UnsafeMutableRawPointer, room: Int) {
        end = start
        self.room = room
    }

    @inline(__always)
    mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
        end.storeBytes(of: value.littleEndian, as: type(of: value))
        end += value.bitWidth / 8
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        room -= bytes.count
        guard room >= 0, let source = bytes.baseAddress else { return }
        end.copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }
}
