import PolystoreModel

/// Encodings that take as many bytes for each value of a kind, written where they will lie.
extension KeyEncoding {
    /// How many bytes every value of a kind takes in a key, unless it is missing; nil where that depends on the value.
    static func fixedLength(_ kind: SlotKind) -> Int? {
        switch kind {
        case .boolean: 2
        case .integer16, .integer32, .integer64, .orderKey, .float, .double, .date: 9
        case .reference, .objectReference: 13
        case .uuid: 17
        case .string, .uri, .binary, .transformable, .decimal: nil
        }
    }

    /// Writes the value of a slot, which is not missing and of a kind with a fixed length, and moves on behind it.
    @inline(__always)
    static func write(_ row: RowView, _ slot: RowSlot, ascending: Bool, to place: inout UnsafeMutableRawPointer) {
        let start = place
        place.storeBytes(of: present, as: UInt8.self)
        place += 1
        switch slot.kind {
        case .boolean: write(row.integer(slot) == 0 ? 0 : 1 as UInt8, to: &place)
        case .float, .double, .date: write(ordered(row.double(slot)), to: &place)
        case .uuid:
            place.copyMemory(from: row.base + slot.offset, byteCount: 16)
            place += 16
        case .reference, .objectReference:
            write(row.referencePeer(slot), to: &place)
            write(ordered(row.referenceKey(slot)), to: &place)
        default: write(ordered(row.integer(slot)), to: &place)
        }
        if ascending { return }
        for byte in UnsafeMutableRawBufferPointer(start: start, count: place - start).indices {
            start.storeBytes(of: ~start.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
        }
    }

    @inline(__always)
    private static func write<Number: FixedWidthInteger>(_ value: Number, to place: inout UnsafeMutableRawPointer) {
        place.storeBytes(of: value.bigEndian, as: Number.self)
        place += MemoryLayout<Number>.size
    }
}
