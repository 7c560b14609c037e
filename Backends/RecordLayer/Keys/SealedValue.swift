import PolystoreModel

/// The form of the values in the table `metadata`: bytes, and behind them the CRC32C of key and bytes (4 bytes,
/// little-endian).
///
/// Rows carry a checksum of their own; without the seal a flipped bit in what a store keeps about itself could become
/// a wrong layout, or a key that is given twice.
enum SealedValue {
    /// Bytes with their seal.
    static func sealed(_ bytes: [UInt8], under key: [UInt8]) -> [UInt8] {
        var value = bytes
        withUnsafeBytes(of: seal(bytes, key).littleEndian) { value.append(contentsOf: $0) }
        return value
    }

    /// The bytes of a value; nil when its seal is wrong.
    static func bytes(of value: UnsafeRawBufferPointer, under key: [UInt8]) -> UnsafeRawBufferPointer? {
        guard let stored = seal(of: value) else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: value.dropLast(4))
        return seal(bytes, key) == stored ? bytes : nil
    }

    /// The seal that a value bears; nil when it is too short.
    static func seal(of value: UnsafeRawBufferPointer) -> UInt32? {
        guard value.count >= 4 else { return nil }
        return UInt32(littleEndian: value.loadUnaligned(fromByteOffset: value.count - 4, as: UInt32.self))
    }

    private static func seal(_ bytes: some Sequence<UInt8>, _ key: [UInt8]) -> UInt32 {
        (key + bytes).withUnsafeBytes { DeferredData(describing: $0).checksum }
    }
}
