import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The rows of a store's part that count, batch by batch as they are wanted.
final class StreamedRows: OrderedRows {
    private let part: FetchPlan.Part
    private let stream: any RowStream
    private let evaluator: PredicateEvaluator?
    private let lookahead: Lookahead
    private let session: FetchSession
    private let isCancelled: () -> Bool
    private var batch: RowBatch?
    private var offsets: RowBatch.Iterator?

    init(
        _ part: FetchPlan.Part, _ stream: any RowStream, _ sortKeys: [ResolvedSortKey], _ session: FetchSession,
        isCancelled: @escaping () -> Bool
    ) {
        self.part = part
        self.stream = stream
        self.session = session
        self.isCancelled = isCancelled
        evaluator = part.rest.map(PredicateEvaluator.init)
        lookahead = Lookahead(part.rest, sortKeys)
    }

    func next() throws -> FetchedRow? {
        while true {
            while let batch, let offset = offsets?.nextOffset() {
                let row = batch.row(at: offset)
                if !session.overlay.excluded.isEmpty, session.overlay.excluded.contains(row.objectID) { continue }
                if let evaluator, try !evaluator.matches(row, source: session.overlay.source) { continue }
                part.meter?.kept += 1
                return FetchedRow(batch, offset, row)
            }
            if isCancelled() { throw FetchError(.cancelled) }
            guard let next = try stream.next() else { return nil }
            part.meter?.received += next.count
            try session.prepare(lookahead, next)
            batch = next
            offsets = next.makeIterator()
        }
    }
}
