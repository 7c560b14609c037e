/// The SHA-256 hash function of FIPS 180-4, incremental.
///
/// It digests small descriptions (entities, models), so it favours few lines over the processor's special instructions.
///
///     var digest = SHA256()
///     digest.update("Person".utf8)
///     let bytes = digest.finalize()
public struct SHA256: Sendable {
    /// The number of bytes in a digest.
    public static let byteCount = 32

    /// The number of bytes that one round of compression takes.
    private static let blockSize = 64

    /// The chaining value, as eight words.
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// Bytes that do not fill a block yet; always fewer than a block between calls.
    private var pending: [UInt8] = []

    /// The number of bytes taken so far.
    ///
    /// The standard ends at 2^61 bytes; the count wraps there.
    private var length: UInt64 = 0

    /// The message schedule, kept so that a block needs no allocation.
    private var schedule = [UInt32](repeating: 0, count: 64)

    /// Starts a digest of no bytes.
    public init() {
        pending.reserveCapacity(Self.blockSize)
    }

    /// Adds bytes to the digest.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var offset = 0
        if !pending.isEmpty {
            offset = min(Self.blockSize - pending.count, bytes.count)
            pending.append(contentsOf: bytes[..<offset])
            guard pending.count == Self.blockSize else { return }
            compressPending()
        }
        while bytes.count - offset >= Self.blockSize {
            compress(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Self.blockSize]))
            offset += Self.blockSize
        }
        pending.append(contentsOf: bytes[offset...])
    }

    /// Adds the bytes of a sequence, such as an array or a string's UTF-8 view.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        let taken: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
        if taken == nil {
            Array(bytes).withUnsafeBytes { update($0) }
        }
    }

    /// The digest of everything added so far, 32 bytes.
    ///
    /// The receiver is unchanged and may take more bytes.
    public func finalize() -> [UInt8] {
        var copy = self
        // Padding: one bit, zeros up to eight bytes before a block's end, then the length in bits.
        let zeros = (Self.blockSize + 55 - pending.count) % Self.blockSize
        var padding: [UInt8] = [0x80]
        padding.append(contentsOf: repeatElement(0, count: zeros))
        Self.appendBigEndian(length &* 8, to: &padding)
        copy.update(padding)
        var digest: [UInt8] = []
        digest.reserveCapacity(Self.byteCount)
        for word in copy.state {
            Self.appendBigEndian(word, to: &digest)
        }
        return digest
    }

    /// The digest of one run of bytes.
    public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finalize()
    }

    /// The digest of the bytes of one sequence.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finalize()
    }

    /// Compresses the pending bytes, which fill a block, and forgets them.
    private mutating func compressPending() {
        let block = pending
        block.withUnsafeBytes { compress($0) }
        pending.removeAll(keepingCapacity: true)
    }

    /// Mixes one block of 64 bytes into the state.
    private mutating func compress(_ block: UnsafeRawBufferPointer) {
        for index in 0..<16 {
            schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let near = schedule[index - 2], far = schedule[index - 15]
            let nearMix = Self.rotate(near, 17) ^ Self.rotate(near, 19) ^ (near >> 10)
            let farMix = Self.rotate(far, 7) ^ Self.rotate(far, 18) ^ (far >> 3)
            schedule[index] = nearMix &+ schedule[index - 7] &+ farMix &+ schedule[index - 16]
        }
        // The letters are the working variables of the standard.
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let mixE = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ mixE &+ choice &+ Self.constants[index] &+ schedule[index]
            let mixA = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ mixA &+ majority)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() {
            state[index] &+= word
        }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        (word >> count) | (word << (32 - count))
    }

    private static func appendBigEndian(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// The round constants: the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
