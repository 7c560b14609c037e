import Foundation

/// The writes of single values into a row's fixed part, shared by everything that builds rows.
@usableFromInline enum RowBytes {
    @inlinable @inline(__always)
    static func setMissing(_ missing: Bool, _ slot: RowSlot, in row: UnsafeMutableRawPointer) {
        let old = row.load(fromByteOffset: slot.nullOffset, as: UInt8.self)
        let new = missing ? old | slot.nullMask : old & ~slot.nullMask
        row.storeBytes(of: new, toByteOffset: slot.nullOffset, as: UInt8.self)
    }

    @inlinable @inline(__always)
    static func setInteger(_ value: Int64, _ slot: RowSlot, in row: UnsafeMutableRawPointer) {
        switch slot.kind {
        case .boolean: row.storeBytes(of: value == 0 ? 0 : 1, toByteOffset: slot.offset, as: UInt8.self)
        case .integer16:
            row.storeBytes(
                of: Int16(truncatingIfNeeded: value).littleEndian, toByteOffset: slot.offset, as: Int16.self)
        case .integer32:
            row.storeBytes(
                of: Int32(truncatingIfNeeded: value).littleEndian, toByteOffset: slot.offset, as: Int32.self)
        default: row.storeBytes(of: value.littleEndian, toByteOffset: slot.offset, as: Int64.self)
        }
        setMissing(false, slot, in: row)
    }

    @inlinable @inline(__always)
    static func setDouble(_ value: Double, _ slot: RowSlot, in row: UnsafeMutableRawPointer) {
        // −0 becomes 0: SQL stores would turn it into 0 anyway, and equal values have equal bytes.
        let value = value == 0 ? 0 : value
        if slot.kind == .float {
            row.storeBytes(of: Float(value).bitPattern.littleEndian, toByteOffset: slot.offset, as: UInt32.self)
        } else {
            row.storeBytes(of: value.bitPattern.littleEndian, toByteOffset: slot.offset, as: UInt64.self)
        }
        setMissing(false, slot, in: row)
    }

    @inlinable @inline(__always)
    static func setUUID(_ value: UUID, _ slot: RowSlot, in row: UnsafeMutableRawPointer) {
        row.storeBytes(of: value.uuid, toByteOffset: slot.offset, as: uuid_t.self)
        setMissing(false, slot, in: row)
    }

    @inlinable @inline(__always)
    static func setUUID(bytes: UnsafeRawPointer, _ slot: RowSlot, in row: UnsafeMutableRawPointer) {
        (row + slot.offset).copyMemory(from: bytes, byteCount: 16)
        setMissing(false, slot, in: row)
    }

    @inlinable @inline(__always)
    static func setReference(_ key: Int64, peer: UInt32, _ slot: RowSlot, in row: UnsafeMutableRawPointer) {
        row.storeBytes(of: key.littleEndian, toByteOffset: slot.offset, as: Int64.self)
        if slot.peerOffset >= 0 {
            row.storeBytes(of: peer.littleEndian, toByteOffset: slot.peerOffset, as: UInt32.self)
        }
        setMissing(false, slot, in: row)
    }

    /// Points a variable slot at bytes that were put at `offset`.
    @inlinable @inline(__always)
    static func setVariable(
        offset: Int, length: Int, isDeferred: Bool = false, _ slot: RowSlot, in row: UnsafeMutableRawPointer
    ) {
        let raw = UInt32(length) | (isDeferred ? DeferredData.flag : 0)
        row.storeBytes(of: UInt32(offset).littleEndian, toByteOffset: slot.offset, as: UInt32.self)
        row.storeBytes(of: raw.littleEndian, toByteOffset: slot.offset + 4, as: UInt32.self)
        setMissing(false, slot, in: row)
    }

    /// Zeroes a slot's value, so that equal rows have equal bytes, and marks it missing.
    static func clear(_ slot: RowSlot, in row: UnsafeMutableRawPointer) {
        (row + slot.offset).initializeMemory(as: UInt8.self, repeating: 0, count: slot.kind.width)
        if slot.peerOffset >= 0 { row.storeBytes(of: 0, toByteOffset: slot.peerOffset, as: UInt32.self) }
        setMissing(true, slot, in: row)
    }

    /// Zeroes header and fixed part and marks every slot missing.
    static func initialize(_ layout: RowLayout, _ row: UnsafeMutableRawPointer) {
        row.copyMemory(from: layout.blank, byteCount: layout.fixedSize)
    }
}
