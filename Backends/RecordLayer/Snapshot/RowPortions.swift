import PolystoreModel
import PolystoreStorage

/// Rows that are got in batches, a portion at a time, so that another thread can get the next portion while somebody does
/// something with the one before.
///
/// Used by one thread at a time, which may be another one for each portion.
protocol RowPortions: AnyObject {
    /// Whether nothing is left.
    var isAtEnd: Bool { get }

    /// Gets memory for the next rows on the caller's thread, which will give it back.
    func reserve()

    /// Gets the next rows; there are none at the end only.
    func next() throws(StoreError) -> [RowBatch]
}
