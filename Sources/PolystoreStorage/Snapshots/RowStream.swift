import PolystoreModel

/// The rows that a plan finds, taken batch by batch by the caller, so that the rows of several stores can be merged
/// without keeping those of any.
///
/// Lent by a snapshot for the time of a call, and used on the thread of that call.
public protocol RowStream: AnyObject {
    /// The next rows; nil when there are no more.
    ///
    /// - Throws: The error that handing rows out would end in.
    func next() throws(StoreError) -> RowBatch?
}
