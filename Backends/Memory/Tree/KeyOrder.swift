/// The order of keys as unsigned bytes, a shorter key before its extensions.
enum KeyOrder {
    /// Below zero, zero or above zero, as the first key is less than, equal to or greater than the second.
    ///
    /// Compares eight bytes at a time: keys are short, and a call of `memcmp` costs as much as the comparison.
    @inline(__always)
    static func compare(
        _ left: UnsafeRawPointer, _ leftCount: Int, _ right: UnsafeRawPointer, _ rightCount: Int
    ) -> Int {
        let count = min(leftCount, rightCount)
        var index = 0
        while index + 8 <= count {
            let a = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let b = right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if a != b { return UInt64(bigEndian: a) < UInt64(bigEndian: b) ? -1 : 1 }
            index += 8
        }
        if index < count {
            if count >= 8 {
                // The last eight bytes overlap bytes that are known to be equal.
                let a = left.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
                let b = right.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
                if a != b { return UInt64(bigEndian: a) < UInt64(bigEndian: b) ? -1 : 1 }
            } else {
                while index < count {
                    let a = left.load(fromByteOffset: index, as: UInt8.self)
                    let b = right.load(fromByteOffset: index, as: UInt8.self)
                    if a != b { return a < b ? -1 : 1 }
                    index += 1
                }
            }
        }
        return leftCount - rightCount
    }

    /// The same of keys as buffers, of which an empty one may have no address.
    @inline(__always)
    static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        guard let first = left.baseAddress, let second = right.baseAddress else { return left.count - right.count }
        return compare(first, left.count, second, right.count)
    }

    /// The number of bytes at the beginning that two keys have in common.
    static func commonPrefix(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let count = min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        return index
    }
}
