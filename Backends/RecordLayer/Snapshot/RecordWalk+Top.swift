import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension RecordWalk {
    /// The first rows of an order among all that the plan finds, each looked at where it lies.
    ///
    /// - Complexity: Memory is that of a few times as many rows as are wanted.
    func firstRows(
        _ sortKeys: [ResolvedSortKey], _ limit: Int, _ meter: PlanMeter?
    ) throws(StoreError) -> [(batch: RowBatch, offset: Int)] {
        var top = TopRows(RowOrdering(sortKeys), limit: limit, layouts: reader.catalog.layouts)
        try rows(meter, limit: .max) { (row) throws(StoreError) in
            try top.offer(row)
            return true
        }
        return top.finish()
    }
}
