import PolystoreModel

/// The keys of the table `links`.
///
/// Join number (2 bytes), direction (1 byte: 0 from source, 1 from target), near end, far end; an end is peer (4 bytes)
/// and key (8 bytes). The value is the order key of the target and that of the source (8 bytes each, little-endian).
/// Every pair is there in both directions.
enum LinkKey {
    /// The length of a key.
    static let length = 3 + 12 + 12

    /// One end of a pair as the store keeps it.
    struct End: Hashable {
        var peer: UInt32
        var key: Int64
    }

    /// The bytes that the keys of one direction begin with.
    static func prefix(_ join: UInt16, forward: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        KeyEncoding.append(join, to: &bytes)
        bytes.append(forward ? 0 : 1)
        return bytes
    }

    /// The bytes that the keys of one near end begin with.
    static func prefix(_ join: UInt16, forward: Bool, near: End) -> [UInt8] {
        var bytes = prefix(join, forward: forward)
        KeyEncoding.append(reference: near.key, peer: near.peer, to: &bytes)
        return bytes
    }

    /// The whole key of a pair.
    static func bytes(_ join: UInt16, forward: Bool, near: End, far: End) -> [UInt8] {
        var bytes = prefix(join, forward: forward, near: near)
        KeyEncoding.append(reference: far.key, peer: far.peer, to: &bytes)
        return bytes
    }

    /// The near end of a key.
    static func near(_ key: UnsafeRawBufferPointer) -> End { end(key, at: 3) }

    /// The far end of a key.
    static func far(_ key: UnsafeRawBufferPointer) -> End { end(key, at: 15) }

    private static func end(_ key: UnsafeRawBufferPointer, at offset: Int) -> End {
        End(
            peer: UInt32(bigEndian: key.loadUnaligned(fromByteOffset: offset, as: UInt32.self)),
            key: RecordKey.signed(key.loadUnaligned(fromByteOffset: offset + 4, as: UInt64.self)))
    }

    /// The value of a pair.
    static func value(targetOrder: Int64, sourceOrder: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: targetOrder.littleEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: sourceOrder.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// The order keys of a value; nil for one that cannot have been written.
    static func orders(_ value: UnsafeRawBufferPointer) -> (target: Int64, source: Int64)? {
        guard value.count == 16 else { return nil }
        return (
            Int64(littleEndian: value.loadUnaligned(as: Int64.self)),
            Int64(littleEndian: value.loadUnaligned(fromByteOffset: 8, as: Int64.self))
        )
    }
}
