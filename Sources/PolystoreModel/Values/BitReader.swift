/// Reads runs of bits from bytes, the most significant bit first.
struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    private let inversion: UInt8
    private var offset = 0
    private var buffer: UInt64 = 0
    private var bufferedBits = 0

    /// A reader from the first byte, which inverts every bit if asked to.
    init(_ bytes: UnsafeRawBufferPointer, inverts: Bool) {
        self.bytes = bytes
        inversion = inverts ? 0xff : 0
    }

    /// The next `bits` bits, at most 32, or nil if the bytes end before.
    mutating func next(_ bits: Int) -> UInt64? {
        while bufferedBits < bits {
            guard offset < bytes.count else { return nil }
            buffer = buffer << 8 | UInt64(bytes[offset] ^ inversion)
            bufferedBits += 8
            offset += 1
        }
        bufferedBits -= bits
        return buffer >> UInt64(bufferedBits) & ((1 << UInt64(bits)) - 1)
    }

    /// The number of bytes read, or nil if the last of them is not filled with zeros.
    mutating func finish() -> Int? {
        next(bufferedBits) == 0 ? offset : nil
    }
}
