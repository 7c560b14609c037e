/// The 16 bytes that every row starts with.
///
/// Little-endian:
///
///     0  UInt16  layout number, per store
///     2  UInt16  entity number, per store
///     4  UInt32  version: 1 after insert, one more with each saved change; 0 for a row that was never saved
///     8  UInt32  length of the row in bytes, header included
///    12  UInt32  checksum (`RowChecksum`)
public enum RowHeader {
    /// The header's size in bytes.
    public static let size = 16

    /// The layout number.
    @inlinable public static func layout(_ row: UnsafeRawPointer) -> UInt16 {
        UInt16(littleEndian: row.loadUnaligned(as: UInt16.self))
    }

    /// The entity number.
    @inlinable public static func entity(_ row: UnsafeRawPointer) -> UInt16 {
        UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }

    /// The version.
    @inlinable public static func version(_ row: UnsafeRawPointer) -> UInt32 {
        UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    }

    /// The length in bytes.
    @inlinable public static func length(_ row: UnsafeRawPointer) -> Int {
        Int(UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    }

    /// The checksum.
    @inlinable public static func checksum(_ row: UnsafeRawPointer) -> UInt32 {
        UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    }

    /// Writes a whole header.
    @inlinable public static func write(
        layout: UInt16, entity: UInt16, version: UInt32, length: Int, checksum: UInt32,
        to row: UnsafeMutableRawPointer
    ) {
        row.storeBytes(of: layout.littleEndian, as: UInt16.self)
        row.storeBytes(of: entity.littleEndian, toByteOffset: 2, as: UInt16.self)
        row.storeBytes(of: version.littleEndian, toByteOffset: 4, as: UInt32.self)
        row.storeBytes(of: UInt32(length).littleEndian, toByteOffset: 8, as: UInt32.self)
        row.storeBytes(of: checksum.littleEndian, toByteOffset: 12, as: UInt32.self)
    }
}
