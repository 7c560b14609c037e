import Foundation
import PolystoreModel

/// Writes values as bytes whose unsigned order is the order of the values, each ending itself, so that the keys of an
/// order can stand one behind the other.
struct SortBytes {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []
    /// What is exclusive-or'ed to each byte: all ones while values are written whose order is descending.
    private var mask: UInt8 = 0

    /// Forgets the bytes and keeps the memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Sets the direction of the values that follow.
    mutating func setAscending(_ isAscending: Bool) { mask = isAscending ? 0 : 0xFF }

    /// Writes whether a value follows: a missing one is the least.
    mutating func append(isPresent: Bool) { bytes.append((isPresent ? 1 : 0) ^ mask) }

    mutating func append(_ value: UInt8) { bytes.append(value ^ mask) }

    mutating func append(_ value: UInt32) { append(bigEndian: value.bigEndian) }

    mutating func append(_ value: Int64) {
        append(bigEndian: (UInt64(bitPattern: value) ^ (1 << 63)).bigEndian)
    }

    mutating func append(_ value: Double) {
        // Zeros of both signs are equal.
        let bits = (value + 0.0).bitPattern
        append(bigEndian: (bits >> 63 == 1 ? ~bits : bits | 1 << 63).bigEndian)
    }

    /// Writes bytes of a fixed length, or that end themselves.
    mutating func append(verbatim value: UnsafeRawBufferPointer) {
        if mask == 0 { bytes.append(contentsOf: value) } else { bytes.append(contentsOf: value.lazy.map { ~$0 }) }
    }

    /// Writes text: a zero byte as two, 0 and 255, and two zeros at the end.
    mutating func append(text value: UnsafeRawBufferPointer) {
        var start = 0
        for offset in 0..<value.count where value[offset] == 0 {
            append(verbatim: UnsafeRawBufferPointer(rebasing: value[start...offset]))
            bytes.append(0xFF ^ mask)
            start = offset + 1
        }
        append(verbatim: UnsafeRawBufferPointer(rebasing: value[start...]))
        bytes.append(mask)
        bytes.append(mask)
    }

    private mutating func append(bigEndian value: some FixedWidthInteger & BitwiseCopyable) {
        withUnsafeBytes(of: value) { append(verbatim: $0) }
    }
}
