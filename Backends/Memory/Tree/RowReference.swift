import PolystoreModel

/// Where a row lies that a page refers to: in a batch of `RowMemory`, which keeps it as long as a page does.
struct RowReference {
    /// The row's first byte.
    let row: UnsafeRawPointer
    /// The number of the batch.
    let batch: UInt32

    /// The bytes of a reference in a page, at any address.
    static let size = 12

    /// Refers to a row of a batch.
    @inline(__always)
    init(row: UnsafeRawPointer, batch: UInt32) { (self.row, self.batch) = (row, batch) }

    /// Reads the reference in a page.
    @inline(__always)
    init(stored: UnsafeRawPointer) {
        row = stored.loadUnaligned(as: UnsafeRawPointer.self)
        batch = stored.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    }

    /// The bytes that the row takes in its batch.
    @inline(__always) var room: Int { RowBatch.room(forLength: RowHeader.length(row)) }

    /// Calls a body with the reference as the value of a page.
    @inline(__always)
    func withValue<Result>(rowLength: Int, _ body: (TreeValue) -> Result) -> Result {
        withUnsafeBytes(of: self) { body(TreeValue(reference: $0, rowLength: rowLength)) }
    }
}
