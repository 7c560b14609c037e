import CPolystoreChecksum

/// The SHA-256 hash function of FIPS 180-4, incremental.
///
/// It digests small descriptions (entities, models), so it favours few lines over the processor's special instructions;
/// blocks are mixed in C, because every model is digested when it is made, also in programs that are built for debugging.
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
        state.withUnsafeMutableBufferPointer { words in
            polystore_sha256_compress(words.baseAddress, block.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
    }

    private static func appendBigEndian(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
