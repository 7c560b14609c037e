import Foundation
import PolystoreModel

/// The order-preserving bytes of values in keys: comparing two encodings as unsigned bytes compares the values.
///
/// A missing value is the byte 0; any other begins with the byte 1. Then follow:
///
///     boolean             1 byte
///     integers            8 bytes, big-endian, sign bit inverted
///     floating point, date 8 bytes, big-endian, of the bits; sign bit inverted, all bits for negative numbers
///     UUID                16 bytes
///     text, URI, binary   the bytes with 00 written as 00 FF, ended by 00 01
///     long bytes          8 bytes of length and 4 of CRC-32C, big-endian, in place of more than 4 KiB; before them 2, not 1
///     decimal             its order-preserving bytes
///     reference           4 bytes of peer and 8 of key, both big-endian, the key with its sign bit inverted
///
/// A descending element has all bits inverted. No encoding of a kind is the beginning of another, so elements may follow
/// one another in one key.
package enum KeyEncoding {
    /// The byte of a missing value.
    static let missing: UInt8 = 0
    /// The byte before any other value.
    static let present: UInt8 = 1
    /// The byte before the description of bytes that are too long for a row.
    static let presentElsewhere: UInt8 = 2

    /// Appends a number as big-endian bytes.
    @inline(__always)
    static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a signed number in the order of its values.
    @inline(__always)
    static func append(signed value: Int64, to bytes: inout [UInt8]) {
        append(ordered(value), to: &bytes)
    }

    /// Bits whose order, read as a number without a sign, is that of signed numbers.
    @inline(__always)
    static func ordered(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }

    /// The same of doubles, which are not NaN; −0 is 0.
    @inline(__always)
    static func ordered(_ value: Double) -> UInt64 { value.orderedBits }

    /// Appends a double, which is not NaN, in the order of its values; −0 is 0.
    @inline(__always)
    static func append(double value: Double, to bytes: inout [UInt8]) {
        append(ordered(value), to: &bytes)
    }

    /// Appends bytes of any length, escaped but not ended: what every longer run of the same bytes begins with.
    static func append(escaping source: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        var rest = source[...]
        while let zero = rest.firstIndex(of: 0) {
            bytes.append(contentsOf: rest[rest.startIndex...zero])
            bytes.append(0xFF)
            rest = rest[(zero + 1)...]
        }
        bytes.append(contentsOf: rest)
    }

    /// Appends bytes of any length, escaped and ended.
    static func append(variable source: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        append(escaping: source, to: &bytes)
        bytes.append(0)
        bytes.append(1)
    }

    /// Appends a reference.
    static func append(reference key: Int64, peer: UInt32, to bytes: inout [UInt8]) {
        append(peer, to: &bytes)
        append(signed: key, to: &bytes)
    }

    /// Appends the value of a slot as one element of a key.
    static func append(_ row: RowView, _ slot: RowSlot?, ascending: Bool, to bytes: inout [UInt8]) {
        guard let slot, !row.isMissing(slot) else {
            bytes.append(ascending ? missing : ~missing)
            return
        }
        let start = bytes.count
        if let length = fixedLength(slot.kind) {
            bytes.append(contentsOf: repeatElement(0, count: length))
            bytes.withUnsafeMutableBytes { bytes in
                var place = bytes.baseAddress.unsafelyUnwrapped + start
                write(row, slot, ascending: ascending, to: &place)
            }
            return
        }
        if slot.kind.mayBeDeferred, let data = described(row, slot) {
            bytes.append(presentElsewhere)
            append(UInt64(data.length), to: &bytes)
            append(data.checksum, to: &bytes)
            if !ascending { invert(&bytes, from: start) }
            return
        }
        bytes.append(present)
        if slot.kind == .decimal {
            bytes.append(contentsOf: row.variable(slot))
        } else {
            append(variable: row.variable(slot), to: &bytes)
        }
        if !ascending { invert(&bytes, from: start) }
    }

    /// What a key says of long bytes: the same whether the row holds them or says only where they are.
    static func described(_ row: RowView, _ slot: RowSlot) -> DeferredData? {
        if let data = row.deferredData(slot) { return data }
        let bytes = row.variable(slot)
        return bytes.count > DeferredData.threshold ? DeferredData(describing: bytes) : nil
    }

    /// Compares two keys as engines do: negative when the first one comes first, zero when they are equal.
    package static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let common = min(left.count, right.count)
        if common > 0, let left = left.baseAddress, let right = right.baseAddress {
            let order = memcmp(left, right, common)
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }

    /// Inverts all bits from an offset on.
    static func invert(_ bytes: inout [UInt8], from start: Int) {
        for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }
}
