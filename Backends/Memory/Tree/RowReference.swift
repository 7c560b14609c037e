/// Where a row lies that a page refers to: in a batch of `RowMemory`, which keeps it as long as a page does.
struct RowReference {
    /// The row's first byte.
    let row: UnsafeRawPointer
    /// The number of the batch.
    let batch: UInt32

    /// Calls a body with the reference as the value of a page.
    @inline(__always)
    func withValue<Result>(rowLength: Int, _ body: (TreeValue) -> Result) -> Result {
        withUnsafeBytes(of: self) { body(TreeValue(reference: $0, rowLength: rowLength)) }
    }

    /// The bytes of a reference in a page, at any address.
    static let size = 12

    /// The row of a reference in a page.
    @inline(__always)
    static func row(_ stored: UnsafeRawPointer) -> UnsafeRawPointer { stored.loadUnaligned(as: UnsafeRawPointer.self) }

    /// The number of the batch of a reference in a page.
    @inline(__always)
    static func batch(_ stored: UnsafeRawPointer) -> UInt32 { stored.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
}
