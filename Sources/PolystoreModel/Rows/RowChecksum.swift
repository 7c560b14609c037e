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

    /// The checksum of a row whose other header fields are set.
    ///
    /// - Complexity: One pass over the row, no allocation.
    public static func compute(_ row: RowView) -> UInt32 {
        withUnsafeTemporaryAllocation(byteCount: ChecksumStream.capacity, alignment: 8) { buffer in
            // Plain memory: asking the row for its layout would count references.
            let table = row.table.pointee
            let room = ChecksumStream.capacity - table.checksumSize
            if row.length <= room, let start = buffer.baseAddress {
                // Nearly every row: all that is summed fits the buffer.
                var run = ChecksumRun(start, room: room)
                append(row, table, to: &run)
                if run.room >= 0 { return polystore_crc32c(table.checksumSeed, start, start.distance(to: run.end)) }
            }
            var stream = ChecksumStream(buffer, crc: table.checksumSeed)
            append(row, table, to: &stream)
            return stream.finish()
        }
    }

    @inline(__always)
    private static func append(
        _ row: RowView, _ table: SlotTable, to stream: inout some ChecksumSink
    ) {
        stream.append(UInt64(bitPattern: row.key))
        stream.append(UnsafeRawBufferPointer(table.entityName))
        stream.append(row.version)
        for index in 0..<table.checksumCount { append(row, table.checksumSlots[index], to: &stream) }
    }

    /// Whether a row carries its own checksum.
    public static func verify(_ row: RowView) -> Bool { compute(row) == RowHeader.checksum(row.base) }

    @inline(__always)
    private static func append(_ row: RowView, _ slot: RowSlot, to stream: inout some ChecksumSink) {
        if row.isMissing(slot) {
            stream.append(UInt8(0))
            return
        }
        stream.append(slot.kind.checksumTag)
        switch slot.kind {
        case .boolean: stream.append(UInt8(truncatingIfNeeded: row.integer(slot)))
        case .integer16, .integer32, .integer64, .orderKey: stream.append(UInt64(bitPattern: row.integer(slot)))
        case .float, .double, .date: stream.append(row.double(slot).bitPattern)
        case .uuid: stream.append(UnsafeRawBufferPointer(start: row.base + slot.offset, count: 16))
        case .string, .uri, .decimal:
            let bytes = row.variable(slot)
            stream.append(UInt32(bytes.count))
            stream.append(bytes)
        case .binary, .transformable: appendData(row, slot, to: &stream)
        case .reference, .objectReference:
            stream.append(UInt64(bitPattern: row.referenceKey(slot)))
            stream.append(row.referencePeer(slot))
        }
    }

    private static func appendData(_ row: RowView, _ slot: RowSlot, to stream: inout some ChecksumSink) {
        let described: DeferredData
        if let deferred = row.deferredData(slot) {
            described = deferred
        } else {
            let bytes = row.variable(slot)
            guard bytes.count > DeferredData.threshold else {
                stream.append(UInt64(bytes.count))
                stream.append(bytes)
                return
            }
            described = DeferredData(describing: bytes)
        }
        stream.append(UInt64(described.length))
        stream.append(described.checksum)
    }
}
