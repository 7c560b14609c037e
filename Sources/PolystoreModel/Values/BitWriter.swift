/// Appends runs of bits to bytes, the most significant bit first.
struct BitWriter {
    private var buffer: UInt64 = 0
    private var bufferedBits = 0
    private let inversion: UInt8

    /// A writer at a byte boundary, which inverts every bit if asked to.
    init(inverts: Bool) {
        inversion = inverts ? 0xff : 0
    }

    /// Appends the lowest `bits` bits of a value, at most 32.
    mutating func append(_ value: UInt64, bits: Int, to bytes: inout [UInt8]) {
        buffer = buffer << UInt64(bits) | value
        bufferedBits += bits
        while bufferedBits >= 8 {
            bufferedBits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt64(bufferedBits)) ^ inversion)
        }
    }

    /// Fills the last byte with zeros (before inversion).
    mutating func finish(in bytes: inout [UInt8]) {
        if bufferedBits > 0 {
            append(0, bits: 8 - bufferedBits, to: &bytes)
        }
    }
}
