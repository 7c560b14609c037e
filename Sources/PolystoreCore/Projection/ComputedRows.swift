import PolystoreModel
import PolystoreQuery

/// Takes the rows of a computed request, and reads ahead what its columns look at: for many rows at a time, and never one
/// by one.
final class ComputedRows {
    private let collector: ProjectionCollector
    private let source: ContextRowSource
    private let lookahead: Lookahead
    /// How many results are enough; nil when all are wanted.
    private let end: Int?
    private var waiting: [ProjectedRow] = []
    private var failure: (any Error)?

    /// How many rows wait for what they lead to.
    private static let largestChunk = 500

    init(_ request: ComputedRequest, _ collector: ProjectionCollector, _ source: ContextRowSource) {
        self.collector = collector
        self.source = source
        lookahead = Lookahead(request.projection.pathsToReadAhead)
        end = request.end
    }

    /// Takes rows; false when no more are wanted.
    func receive(_ rows: FetchedRows) -> Bool {
        do {
            return try rows.allSatisfy { row in
                guard lookahead.isEmpty else {
                    waiting.append(ProjectedRow(row))
                    return try waiting.count < Self.largestChunk || compute()
                }
                return try add(row.view)
            }
        } catch {
            failure = error
            return false
        }
    }

    /// Takes the rows that still wait.
    ///
    /// - Throws: What went wrong with any row.
    func finish() throws {
        if let failure { throw failure }
        _ = try compute()
    }

    private func compute() throws -> Bool {
        defer { waiting.removeAll(keepingCapacity: true) }
        return try withExtendedLifetime(waiting) {
            source.trim()
            try lookahead.prepare(waiting.map { $0.withRow { $0 } }, source)
            return try waiting.allSatisfy { try $0.withRow(add) }
        }
    }

    private func add(_ row: RowView) throws -> Bool {
        if let end, collector.count >= end { return false }
        try collector.add(row)
        if lookahead.isEmpty { source.trim() }
        return true
    }
}
