/// A value as a leaf's page takes it: its bytes, or where a row lies that the page only refers to.
struct TreeValue {
    /// What the page holds.
    let stored: UnsafeRawBufferPointer
    /// What stands before it: the length of the bytes, or that of the row, marked.
    let header: UInt32

    /// Set in the header of a value that lies elsewhere; no value is so long.
    static let elsewhere: UInt32 = 1 << 31

    /// Bytes, which are copied into the page.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) {
        stored = bytes
        header = UInt32(bytes.count)
    }

    /// The bytes of a reference, which are copied into the page, to a row of some length.
    @inline(__always)
    init(reference: UnsafeRawBufferPointer, rowLength: Int) {
        stored = reference
        header = UInt32(rowLength) | TreeValue.elsewhere
    }

    /// Nothing, as entries of inner nodes have it.
    static var nothing: TreeValue { TreeValue(UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// How many bytes a page holds of a value with a header.
    @inline(__always)
    static func storedCount(_ header: UInt32) -> Int {
        header & elsewhere == 0 ? Int(header) : RowReference.size
    }

    /// A value of which a page holds something under a header.
    @inline(__always)
    static func bytes(_ header: UInt32, _ stored: UnsafeRawPointer) -> UnsafeRawBufferPointer {
        header & elsewhere == 0
            ? UnsafeRawBufferPointer(start: stored, count: Int(header))
            : UnsafeRawBufferPointer(start: RowReference(stored: stored).row, count: Int(header & ~elsewhere))
    }
}
