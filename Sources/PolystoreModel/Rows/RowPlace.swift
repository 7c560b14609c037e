/// The place of a row in memory that another object owns, and the row's key.
///
/// The element of lists of rows of one layout: half as large as a `RowView`, which is made of a row when it is read.
public struct RowPlace: BitwiseCopyable {
    /// The row's first byte.
    public let base: UnsafeRawPointer
    /// The object's key.
    public let key: Int64

    /// Makes a place.
    @inlinable public init(base: UnsafeRawPointer, key: Int64) {
        self.base = base
        self.key = key
    }
}
