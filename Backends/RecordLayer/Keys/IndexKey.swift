/// The keys of the table `indexes`: index number (2 bytes), the elements of the entry, the object's key (8 bytes).
///
/// Elements of more than 400 bytes are cut there and followed by a 64-bit hash of all of them; what such an entry really
/// holds is settled on the row. The object's key is inverted when the last element is descending, so that walking an
/// index backwards reverses it as well. The value of an entry is the entity's number in the store (2 bytes).
enum IndexKey {
    /// The length of elements at which an entry is cut.
    static let cut = 400
    /// The length of the index number.
    static let head = 2
    /// The length of the object's key.
    static let tail = 8
    /// The length of an entry that was cut: longer than that of any other.
    static let cutLength = head + cut + 8 + tail

    /// The length below which nothing is an entry.
    static let leastLength = head + tail

    /// Whether an entry's elements were cut.
    @inline(__always)
    static func isCut(_ key: UnsafeRawBufferPointer) -> Bool { key.count == cutLength }

    /// Ends a key that holds the index number and all elements.
    static func end(_ key: Int64, ascending: Bool, _ bytes: inout [UInt8]) {
        if bytes.count > head + cut {
            let hash = hash(bytes[head...])
            bytes.removeSubrange((head + cut)...)
            KeyEncoding.append(hash, to: &bytes)
        }
        KeyEncoding.append(signed: ascending ? key : ~key, to: &bytes)
    }

    /// The object's key of an entry that is long enough.
    @inline(__always)
    static func objectKey(_ key: UnsafeRawBufferPointer, ascending: Bool) -> Int64 {
        let stored = RecordKey.key(atEndOf: key)
        return ascending ? stored : ~stored
    }

    /// FNV-1a, 64 bits: the same in every process.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }
}
