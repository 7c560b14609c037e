import CPolystoreChecksum

/// Collects the pieces of a checksum in a small buffer, so that the sum is taken over runs of bytes, not over pieces.
struct ChecksumStream: ChecksumSink {
    static let capacity = 512

    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0
    private var crc: UInt32

    init(_ buffer: UnsafeMutableRawBufferPointer, crc: UInt32) {
        self.buffer = buffer
        self.crc = crc
    }

    @inline(__always)
    mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
        if count + 8 > Self.capacity { flush() }
        buffer.storeBytes(of: value.littleEndian, toByteOffset: count, as: type(of: value))
        count += value.bitWidth / 8
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if count + bytes.count <= Self.capacity {
            if let source = bytes.baseAddress, let target = buffer.baseAddress {
                (target + count).copyMemory(from: source, byteCount: bytes.count)
            }
            count += bytes.count
            return
        }
        flush()
        crc = polystore_crc32c(crc, bytes.baseAddress, bytes.count)
    }

    mutating func flush() {
        crc = polystore_crc32c(crc, buffer.baseAddress, count)
        count = 0
    }

    mutating func finish() -> UInt32 {
        flush()
        return crc
    }
}
