import CPolystoreChecksum

/// The descriptor of data that is kept out of its row: length and checksum.
///
/// In the row stands a descriptor of 12 bytes (UInt64 length, UInt32 CRC-32C, little-endian), and the slot's length has
/// the highest bit set. The data itself is read by key and version at the first access.
public struct DeferredData: Hashable, Sendable {
    /// Data of more bytes than this stays out of rows: 4 KiB.
    public static let threshold = Int(POLYSTORE_LENGTH_IN_ROWS)
    /// The size of the descriptor in bytes.
    public static let descriptorSize = Int(POLYSTORE_DESCRIPTOR_LENGTH)
    /// The bit in a slot's length that marks a descriptor.
    public static let flag: UInt32 = POLYSTORE_DESCRIPTOR_FLAG

    /// The length of the data in bytes.
    public let length: Int
    /// The CRC-32C of the data.
    public let checksum: UInt32

    /// Makes a description of data.
    public init(length: Int, checksum: UInt32) {
        self.length = length
        self.checksum = checksum
    }

    /// Describes data.
    public init(describing data: UnsafeRawBufferPointer) {
        length = data.count
        checksum = CRC32C.sum(data)
    }

    /// Reads a descriptor; a damaged one has length 0.
    public init(descriptor: UnsafeRawBufferPointer) {
        guard descriptor.count == DeferredData.descriptorSize else {
            self.init(length: 0, checksum: 0)
            return
        }
        let length = UInt64(littleEndian: descriptor.loadUnaligned(as: UInt64.self))
        self.init(
            length: Int(clamping: length),
            checksum: UInt32(littleEndian: descriptor.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    }

    /// Calls a closure with the descriptor's bytes.
    public func withDescriptor<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withUnsafeTemporaryAllocation(byteCount: DeferredData.descriptorSize, alignment: 8) { buffer in
            buffer.storeBytes(of: UInt64(length).littleEndian, as: UInt64.self)
            buffer.storeBytes(of: checksum.littleEndian, toByteOffset: 8, as: UInt32.self)
            return try body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Whether data is what was described.
    public func matches(_ data: UnsafeRawBufferPointer) -> Bool {
        data.count == length && CRC32C.sum(data) == checksum
    }
}
