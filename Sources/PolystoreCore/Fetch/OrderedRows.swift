/// Rows in the order of a fetch, taken one after another.
///
/// Used on one thread.
protocol OrderedRows: AnyObject {
    /// The next row; nil when there is none.
    func next() throws -> FetchedRow?
}
