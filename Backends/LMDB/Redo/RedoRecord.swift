import CPolystoreChecksum
import Foundation
import PolystoreRecordLayer
import PolystoreStorage

/// What a transaction wrote, as it lies in the redo log.
///
/// Magic number (8 bytes), transaction (8), mark of the log (4), length of the entries (4), CRC-32C of those and
/// the entries (4); then an entry for each key that was put or removed, in the order in which that was done: table (1), 1 if
/// it was put and 0 if it was removed (1), lengths of key (2) and value (4), key, value. Numbers are little-endian.
struct RedoRecord {
    /// A change of one key; a removed one has no value.
    typealias Change = (table: EngineTable, key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer?)

    static let magic: UInt64 = 0x324F_4445_5253_5002
    static let header = 28
    /// The longest record.
    static let limit = 1 << 20
    static let entryHeader = 8
    /// The part of the header that is summed.
    private static let summed = 24
    private static let lengthPlace = 20

    private let bytes: [UInt8]
    /// The transaction's number.
    let transaction: UInt64

    /// The number of bytes of the record.
    var length: Int { bytes.count }

    /// Reads the record at a place of a log; nil when no whole one of that log lies there, as after a write that was cut
    /// off.
    init?(at offset: Int, of file: FileReader, _ log: UInt32) throws(StoreError) {
        let header = try file.bytes(from: offset, count: Self.header)
        guard header.count == Self.header, let length = Self.length(header, log) else { return nil }
        bytes = try file.bytes(from: offset, count: length)
        transaction = bytes.withUnsafeBytes { Self.number($0, 8, as: UInt64.self) }
        guard bytes.count == length else { return nil }
        let isWhole = bytes.withUnsafeBytes {
            Self.number($0, Self.summed, as: UInt32.self) == Self.checksum($0, length)
        }
        guard isWhole else { return nil }
    }

    /// How long a record is that begins so; nil when none of the log does.
    private static func length(_ header: [UInt8], _ log: UInt32) -> Int? {
        header.withUnsafeBytes { header in
            guard number(header, 0, as: UInt64.self) == magic, number(header, 16, as: UInt32.self) == log else {
                return nil
            }
            let length = Int(number(header, lengthPlace, as: UInt32.self))
            return length <= limit - Self.header ? Self.header + length : nil
        }
    }

    /// Completes a record whose entries lie behind its header, up to an end.
    static func seal(
        _ record: UnsafeMutableRawBufferPointer, end: Int, transaction: UInt64, log: UInt32
    ) {
        record.storeBytes(of: magic.littleEndian, as: UInt64.self)
        record.storeBytes(of: transaction.littleEndian, toByteOffset: 8, as: UInt64.self)
        record.storeBytes(of: log.littleEndian, toByteOffset: 16, as: UInt32.self)
        record.storeBytes(of: UInt32(end - header).littleEndian, toByteOffset: lengthPlace, as: UInt32.self)
        let sum = checksum(UnsafeRawBufferPointer(record), end)
        record.storeBytes(of: sum.littleEndian, toByteOffset: summed, as: UInt32.self)
    }

    /// The mark of a log, which its records bear.
    static func mark(_ log: UUID) -> UInt32 { polystore_crc32c(0, log.bytes, log.bytes.count) }

    /// Visits the changes in their order; false when the bytes cannot have been written so.
    func forEach(_ visit: (Change) throws(StoreError) -> Void) throws(StoreError) -> Bool {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(StoreError) in try Self.forEach(in: bytes, visit) }
        }
        return try result.get()
    }

    private static func forEach(
        in bytes: UnsafeRawBufferPointer, _ visit: (Change) throws(StoreError) -> Void
    ) throws(StoreError) -> Bool {
        let end = header + Int(number(bytes, lengthPlace, as: UInt32.self))
        var offset = header
        while offset < end {
            guard offset + entryHeader <= end, let table = EngineTable(rawValue: bytes[offset]) else { return false }
            let isPut = bytes[offset + 1] == 1
            let key = offset + entryHeader
            let value = key + Int(number(bytes, offset + 2, as: UInt16.self))
            offset = value + Int(number(bytes, offset + 4, as: UInt32.self))
            guard offset <= end else { return false }
            let found = UnsafeRawBufferPointer(rebasing: bytes[value..<offset])
            try visit((table, UnsafeRawBufferPointer(rebasing: bytes[key..<value]), isPut ? found : nil))
        }
        return true
    }

    private static func checksum(_ record: UnsafeRawBufferPointer, _ end: Int) -> UInt32 {
        let sum = polystore_crc32c(0, record.baseAddress, summed)
        return polystore_crc32c(sum, record.baseAddress.map { $0 + header }, end - header)
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
}
