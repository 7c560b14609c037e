/// Where a row lies in memory that somebody else owns, and the object's key.
///
/// What lists of rows of one layout are made of: half as large as a `RowView`, which is made of those rows that somebody
/// wants to read.
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
