import Foundation

/// Bytes of a log that are put together or taken apart, integers with their lowest byte first.
struct LogBytes {
    var bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8] = [], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    mutating func append(_ identifier: UUID) {
        withUnsafeBytes(of: identifier.uuid) { bytes.append(contentsOf: $0) }
    }

    /// Replaces an integer that was written before.
    mutating func set<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Integer.self) }
    }

    /// The next bytes; nil behind the end.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, bytes.count - position >= count else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        take(MemoryLayout<Integer>.size)?.withUnsafeBytes {
            Integer(littleEndian: $0.loadUnaligned(as: Integer.self))
        }
    }

    mutating func uuid() -> UUID? {
        take(16)?.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
