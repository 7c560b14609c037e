/// Puts the pieces of a checksum one behind another into memory that is known to hold them all.
struct ChecksumRun: ChecksumSink {
    /// Behind the last byte.
    private(set) var end: UnsafeMutableRawPointer

    init(_ start: UnsafeMutableRawPointer) { end = start }

    @inline(__always)
    mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
        end.storeBytes(of: value.littleEndian, as: type(of: value))
        end += value.bitWidth / 8
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        end.copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }
}
