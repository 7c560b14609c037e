import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Runs a plan: rows of the stores, what is left to be checked, the order over all stores and pending rows, offset and
/// limit.
///
/// Without an order everything is streamed. With one, the rows of stores that sort themselves are streamed and merged, and
/// what comes from elsewhere is put into order beforehand; of that, no more is kept than the limit asks for.
struct FetchRun {
    let plan: FetchPlan
    let session: FetchSession
    let isCancelled: () -> Bool

    init(_ plan: FetchPlan, _ session: FetchSession, isCancelled: @escaping () -> Bool) {
        self.plan = plan
        self.session = session
        self.isCancelled = isCancelled
    }

    /// Hands out the rows of the parts that hand out rows, and pending ones, until the receiver returns false.
    func rows(_ receive: (FetchedRows) -> Bool) throws(FetchError) {
        guard plan.request.limit != 0 else { return }
        do {
            if plan.request.isOrdered { try runInOrder(receive) } else { try runInAnyOrder(receive) }
        } catch {
            throw FetchError(error)
        }
    }

    private func runInAnyOrder(_ receive: (FetchedRows) -> Bool) throws {
        for part in plan.rowParts {
            guard try scan(part, receive) else { return }
        }
        try scanPending(sortKeys: []) { receive(.row($0)) }
    }

    private func runInOrder(_ receive: (FetchedRows) -> Bool) throws {
        let request = plan.request
        let ordering = RowOrdering(request.sortKeys, stores: session.stores.stores.map(\.number))
        let buffer = FetchBuffer(ordering, limit: plan.largestCount, source: session.overlay.source)
        let sorted = plan.parts.filter(\.isSorted)
        for part in plan.parts where !part.isSorted {
            try scan(part, sortKeys: request.sortKeys) { row in
                try buffer.add(row)
                return true
            }
        }
        try scanPending(sortKeys: request.sortKeys) { row in
            try buffer.add(row)
            return true
        }
        let rest = buffer.finish()
        var window = FetchWindow(offset: request.offset, limit: request.limit)
        if sorted.count == 1, rest.isEmpty {
            _ = try scan(sorted[0]) { window.pass($0, receive) }
            return
        }
        try merge(sorted[...], [BufferedRows(rest)], ordering) { row in window.pass(.row(row), receive) }
    }

    /// Takes rows of sorted parts in turn, as their order demands; a part that cannot be read in turn with others is put
    /// aside before.
    private func merge(
        _ parts: ArraySlice<FetchPlan.Part>, _ sources: [any OrderedRows], _ ordering: RowOrdering,
        _ receive: (FetchedRow) throws -> Bool
    ) throws {
        guard let part = parts.first else {
            var merge = try FetchMerge(ordering, sources, source: session.overlay.source)
            while let row = try merge.next() { guard try receive(row) else { return } }
            return
        }
        let sortKeys = plan.request.sortKeys
        var failure: (any Error)?
        let isLent = try part.snapshot.withStream(part.plan) { stream in
            let rows = StreamedRows(part, stream, sortKeys, session, isCancelled: isCancelled)
            do {
                try merge(parts.dropFirst(), sources + [rows], ordering, receive)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if isLent { return }
        let buffer = FetchBuffer(ordering, limit: plan.largestCount, source: session.overlay.source)
        // Behind the last row that counts, a sorted part has nothing more to give.
        try scan(part, sortKeys: sortKeys) { row in try buffer.add(row) }
        try merge(parts.dropFirst(), sources + [BufferedRows(buffer.finish())], ordering, receive)
    }

    /// Hands out the rows of a part that count: in whole batches, where nothing is left to be checked or passed over.
    ///
    /// - Returns: Whether the end was reached.
    private func scan(_ part: FetchPlan.Part, _ receive: (FetchedRows) -> Bool) throws -> Bool {
        guard part.rest == nil, session.overlay.excluded.isEmpty else {
            return try scan(part, sortKeys: []) { receive(.row($0)) }
        }
        var isCancelled = false
        var isOpen = true
        try part.snapshot.rows(part.plan) { batch in
            isCancelled = self.isCancelled()
            part.meter?.received += batch.count
            part.meter?.kept += batch.count
            isOpen = !isCancelled && receive(.batch(batch))
            return isOpen
        }
        if isCancelled { throw FetchError(.cancelled) }
        return isOpen
    }

    /// Hands out the rows of a part that satisfy what is left to be checked, except the excluded ones.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - sortKeys: The keys that the receiver will look at.
    ///   - receive: Takes a row; false ends the scan.
    /// - Returns: Whether the end was reached.
    /// - Throws: The errors of the store, the evaluator and the receiver.
    @discardableResult
    func scan(
        _ part: FetchPlan.Part, sortKeys: [ResolvedSortKey], _ receive: (FetchedRow) throws -> Bool
    ) throws -> Bool {
        let evaluator = part.rest.map(PredicateEvaluator.init)
        let lookahead = Lookahead(part.rest, sortKeys)
        let excluded = session.overlay.excluded
        var failure: (any Error)?
        var isOpen = true
        try part.snapshot.rows(part.plan) { batch in
            do {
                if isCancelled() { throw FetchError(.cancelled) }
                part.meter?.received += batch.count
                try session.prepare(lookahead, batch)
                var iterator = batch.makeIterator()
                while isOpen, let offset = iterator.nextOffset() {
                    let row = batch.row(at: offset)
                    if !excluded.isEmpty, excluded.contains(row.objectID) { continue }
                    if let evaluator, try !evaluator.matches(row, source: session.overlay.source) { continue }
                    part.meter?.kept += 1
                    isOpen = try receive(FetchedRow(batch, offset, row))
                }
            } catch {
                failure = error
                isOpen = false
            }
            return isOpen
        }
        if let failure { throw failure }
        return isOpen
    }

    /// Hands out the pending rows that satisfy the request.
    func scanPending(sortKeys: [ResolvedSortKey], _ receive: (FetchedRow) throws -> Bool) throws {
        guard !session.overlay.pending.isEmpty else { return }
        let lookahead = Lookahead(plan.request.predicate, sortKeys)
        try session.prepare(lookahead, session.overlay.pending)
        let evaluator = plan.request.predicate.map(PredicateEvaluator.init)
        let affected = plan.request.affectedStores.map(Set.init)
        for (index, row) in session.overlay.pending.enumerated() {
            if let affected, let store = session.stores.store(row.layout.store), !affected.contains(store.name) {
                continue
            }
            if let evaluator, try !evaluator.matches(row, source: session.overlay.source) { continue }
            guard try receive(FetchedRow(pending: index, row)) else { return }
        }
    }
}
