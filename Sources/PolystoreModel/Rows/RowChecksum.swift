import CPolystoreChecksum

/// The checksum of a row: CRC-32C over what the row means, not over how it lies.
///
/// The bytes summed are: the root entity's name as UTF-8 and a zero byte; the key (8 bytes); the concrete entity's name
/// and a zero byte; the version (4 bytes); then for each property of the layout, in the order of the names' UTF-8
/// bytes, a tag byte and the canonical value. Numbers are little-endian.
///
///     missing                  0
///     boolean                  tag, 1 byte
///     integers, order keys     tag, 8 bytes
///     floating point, date     tag, 8 bytes of the double
///     UUID                     tag, 16 bytes
///     text, URI, decimal       tag, 4 bytes of length, the bytes
///     binary, transformable    tag, 8 bytes of length, then the bytes, or their CRC-32C when there are more than 4,096
///     references               tag, 8 bytes of key, 4 bytes of peer (0 for the own store)
///
/// So every store and every process computes the same number, and adding a property to a model invalidates none.
public enum RowChecksum {
    static func seed(root: String) -> UInt32 {
        var name = root
        return name.withUTF8 { utf8 in
            let crc = polystore_crc32c(0, utf8.baseAddress, utf8.count)
            return polystore_crc32c(crc, [0] as [UInt8], 1)
        }
    }

    /// The checksum of a row whose other header fields are set, and whose parts lie in the row.
    ///
    /// - Complexity: One pass over the row where it lies, no allocation.
    public static func compute(_ row: RowView) -> UInt32 {
        polystore_row_crc32c(&row.table.pointee.checksum, row.key, row.base)
    }

    /// Whether a row carries its own checksum.
    public static func verify(_ row: RowView) -> Bool { compute(row) == RowHeader.checksum(row.base) }

    /// What is summed of rows that hold some slots.
    ///
    /// - Parameters:
    ///   - slots: The slots in the order of the checksum.
    ///   - entity: The concrete entity's name.
    ///   - seed: What each row's sum is continued from.
    /// - Returns: Memory that the caller owns, until it calls `deallocate`.
    static func places(of slots: [RowSlot], entity: String, seed: UInt32) -> polystore_row_places {
        let name = UnsafeMutableRawBufferPointer.allocate(byteCount: entity.utf8.count + 1, alignment: 1)
        name.copyBytes(from: Array(entity.utf8) + [0])
        let values = UnsafeMutableBufferPointer<polystore_value_place>.allocate(capacity: max(1, slots.count))
        _ = values.initialize(from: slots.map(place))
        return polystore_row_places(
            seed: seed, name: UnsafePointer(name.baseAddress?.assumingMemoryBound(to: UInt8.self)),
            name_length: name.count, values: values.baseAddress, count: slots.count)
    }

    /// Frees what `places` allocated.
    static func deallocate(_ places: polystore_row_places) {
        places.name?.deallocate()
        places.values?.deallocate()
    }

    private static func place(of slot: RowSlot) -> polystore_value_place {
        polystore_value_place(
            offset: UInt32(slot.offset), peer_offset: Int32(slot.peerOffset), null_offset: UInt32(slot.nullOffset),
            null_mask: slot.nullMask, tag: slot.kind.checksumTag, form: UInt8(form(of: slot.kind).rawValue))
    }

    private static func form(of kind: SlotKind) -> polystore_value_form {
        switch kind {
        case .boolean: POLYSTORE_BYTE
        case .integer16: POLYSTORE_INTEGER16
        case .integer32: POLYSTORE_INTEGER32
        case .integer64, .orderKey, .double, .date: POLYSTORE_WORD
        case .float: POLYSTORE_FLOAT
        case .uuid: POLYSTORE_UUID
        case .string, .uri, .decimal: POLYSTORE_TEXT
        case .binary, .transformable: POLYSTORE_DATA
        case .reference, .objectReference: POLYSTORE_REFERENCE
        }
    }
}
