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

/// How many batches a portion has: one at first, because most reads are short, then so many that asking for help costs
/// little beside what is done with them.
struct PortionSize {
    private(set) var batches = 1

    private static let largest = 32

    mutating func grow() { batches = min(4 * batches, Self.largest) }
}
