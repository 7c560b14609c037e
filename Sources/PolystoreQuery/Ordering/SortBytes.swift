import Foundation
import PolystoreModel

/// Writes values as bytes whose unsigned order is the order of the values, each ending itself, so that the keys of an
/// order can stand one behind the other.
///
/// Each value begins with a byte that is 0 for a missing one. Integers put their length into it, so that small ones are
/// short. Memory is raw and kept from row to row, because every row of a sort passes through here.
final class SortBytes {
    private static let missing: UInt8 = 0
    private static let present: UInt8 = 1
    /// The first byte of zero and up; negative integers come below, by their length.
    private static let zero: UInt8 = 16

    // One thread uses the bytes, in one call at a time.
    @exclusivity(unchecked) private var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    @exclusivity(unchecked) private var capacity = 256
    @exclusivity(unchecked) private var count = 0
    /// The mask that is exclusive-or'ed to each byte: all ones while values are written whose order is descending.
    @exclusivity(unchecked) private var mask: UInt8 = 0

    deinit { memory.deallocate() }

    /// The bytes written so far; valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// Forgets the bytes and keeps the memory.
    func removeAll() { count = 0 }

    /// Sets the direction of the values that follow.
    func setAscending(_ isAscending: Bool) { mask = isAscending ? 0 : 0xFF }

    /// Writes that there is no value.
    func appendMissing() { append(byte: SortBytes.missing) }

    func append(_ value: Bool) { append(Int64(value ? 1 : 0)) }

    func append(_ value: Int64) {
        let (first, word, length) = SortBytes.parts(of: value)
        append(byte: first)
        append(word: word.bigEndian, length: length)
    }

    func append(_ value: Double) {
        append(byte: SortBytes.present)
        append(word: value.orderedBits.bigEndian, length: 8)
    }

    /// What sort bytes begin with whose first value is an integer.
    @inline(__always)
    static func lead(_ value: Int64, isAscending: Bool) -> SortPrefix {
        let (first, word, length) = parts(of: value)
        return SortPrefix(UInt64(first) << 56 | word >> 8, known: 1 + length, isAscending: isAscending)
    }

    /// The same of a number with a point.
    @inline(__always)
    static func lead(_ value: Double, isAscending: Bool) -> SortPrefix {
        SortPrefix(UInt64(present) << 56 | value.orderedBits >> 8, known: 8, isAscending: isAscending)
    }

    /// An integer's first byte, and the bytes behind it: so many of the upper ones of a word.
    @inline(__always)
    private static func parts(of value: Int64) -> (first: UInt8, word: UInt64, length: Int) {
        let magnitude = value < 0 ? ~UInt64(bitPattern: value) : UInt64(bitPattern: value)
        let length = (71 - magnitude.leadingZeroBitCount) / 8
        let first = value < 0 ? zero - 1 - UInt8(length) : zero + UInt8(length)
        return (first, length == 0 ? 0 : UInt64(bitPattern: value) << UInt64((8 - length) * 8), length)
    }

    /// Writes bytes of a fixed length, or that end themselves.
    func append(verbatim value: UnsafeRawBufferPointer) {
        append(byte: SortBytes.present)
        append(bytes: value)
    }

    /// Writes text: a zero byte as two, 0 and 255, and two zeros at the end.
    func append(text value: UnsafeRawBufferPointer) {
        append(byte: SortBytes.present)
        var start = 0
        while let zero = TextSearch.firstOffset(ofZeroIn: value, from: start) {
            append(bytes: UnsafeRawBufferPointer(rebasing: value[start...zero]))
            append(byte: 0xFF)
            start = zero + 1
        }
        append(bytes: UnsafeRawBufferPointer(rebasing: value[start...]))
        append(byte: 0)
        append(byte: 0)
    }

    private func append(byte: UInt8) {
        reserve(1)
        memory[count] = byte ^ mask
        count += 1
    }

    /// Writes the first bytes of a word as they lie in memory.
    private func append(word: UInt64, length: Int) {
        reserve(8)
        UnsafeMutableRawPointer(memory + count).storeBytes(of: word ^ repeatedMask, as: UInt64.self)
        count += length
    }

    private func append(bytes value: UnsafeRawBufferPointer) {
        reserve(value.count)
        guard let source = value.baseAddress else { return }
        let target = UnsafeMutableRawPointer(memory + count)
        if mask == 0 {
            target.copyMemory(from: source, byteCount: value.count)
        } else {
            var offset = 0
            while offset + 8 <= value.count {
                let word = ~source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                offset += 8
            }
            while offset < value.count {
                target.storeBytes(of: ~value[offset], toByteOffset: offset, as: UInt8.self)
                offset += 1
            }
        }
        count += value.count
    }

    private var repeatedMask: UInt64 { mask == 0 ? 0 : .max }

    private func reserve(_ more: Int) {
        if count + more <= capacity { return }
        capacity = max(capacity * 2, count + more)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.update(from: memory, count: count)
        memory.deallocate()
        memory = grown
    }
}

extension TextSearch {
    /// The first offset of a zero byte, from a given one on.
    fileprivate static func firstOffset(ofZeroIn text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        withUnsafeBytes(of: UInt8(0)) { firstOffset(of: $0, in: text, from: start) }
    }
}
