import PolystoreModel
import PolystoreQuery

/// Takes the groups that stores compute, and rows of everything else.
package struct GroupReceiver {
    /// Takes a group of one store: its keys, and what was accumulated over it.
    package let group: ([Value], [AggregateAccumulator]) -> Void
    /// Takes rows; false ends the fetch.
    package let rows: FetchReceiver

    /// Makes a receiver.
    package init(
        group: @escaping ([Value], [AggregateAccumulator]) -> Void, rows: @escaping FetchReceiver
    ) {
        self.group = group
        self.rows = rows
    }
}
