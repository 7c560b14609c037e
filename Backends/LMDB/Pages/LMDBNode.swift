import Foundation

/// An entry of a page, read where it lies in the map.
struct LMDBNode {
    let start: UnsafeRawPointer
    let keyLength: Int

    @inline(__always)
    private var low: UInt32 { start.loadUnaligned(as: UInt32.self) }

    /// The entry's flags; in a branch the upper bits of the page's number.
    @inline(__always)
    var flags: UInt16 { start.loadUnaligned(fromByteOffset: 4, as: UInt16.self) }

    /// The page below an entry of a branch.
    @inline(__always)
    var child: UInt64 { UInt64(low) | UInt64(flags) << 32 }

    /// The length of the value of an entry of a leaf.
    @inline(__always)
    var valueLength: Int { Int(low) }

    @inline(__always)
    var key: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + LMDBFormat.entryHeader, count: keyLength)
    }

    /// Where the value begins, or the number of its first page.
    @inline(__always)
    var value: UnsafeRawPointer { start + LMDBFormat.entryHeader + keyLength }

    /// How the entry's key stands to another: negative when it comes before it, 0 when they are the same.
    @inline(__always)
    func order(to key: UnsafeRawBufferPointer) -> Int {
        guard let other = key.baseAddress else { return keyLength }
        let bytes = start + LMDBFormat.entryHeader
        if keyLength >= 8, key.count >= 8 {
            // The first eight bytes of most keys say it.
            let left = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
            let right = UInt64(bigEndian: other.loadUnaligned(as: UInt64.self))
            if left != right { return left < right ? -1 : 1 }
            if keyLength == key.count, keyLength <= 16 {
                // The rest lies within the last eight.
                let left = UInt64(bigEndian: value.loadUnaligned(fromByteOffset: -8, as: UInt64.self))
                let right = UInt64(bigEndian: (other + key.count - 8).loadUnaligned(as: UInt64.self))
                return left < right ? -1 : left == right ? 0 : 1
            }
        }
        let order = memcmp(bytes, other, min(keyLength, key.count))
        return order == 0 ? keyLength - key.count : Int(order)
    }

    /// What the last eight bytes of the key are as a number, if the key is as long as another; nil otherwise.
    @inline(__always)
    func tail(likeKeyOf length: Int) -> UInt64? {
        guard keyLength == length, length >= 8 else { return nil }
        return UInt64(bigEndian: value.loadUnaligned(fromByteOffset: -8, as: UInt64.self))
    }
}
