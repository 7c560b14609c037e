import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Runs a plan: rows of the stores, what is left to be checked, the order over all stores and pending rows, offset and
/// limit.
///
/// Without an order everything is streamed. With one, the rows of one store that sorts itself are streamed, and what
/// comes from elsewhere is put into order beforehand and merged in; of that, no more is kept than the limit asks for.
struct FetchRun {
    private let plan: FetchPlan
    private let session: FetchSession
    private let isCancelled: () -> Bool

    init(_ plan: FetchPlan, _ session: FetchSession, isCancelled: @escaping () -> Bool) {
        self.plan = plan
        self.session = session
        self.isCancelled = isCancelled
    }

    /// Hands out rows until the receiver returns false.
    func run(_ receive: (FetchedRows) -> Bool) throws(FetchError) {
        guard plan.request.limit != 0 else { return }
        do {
            if plan.request.isOrdered { try runInOrder(receive) } else { try runInAnyOrder(receive) }
        } catch {
            throw FetchError(error)
        }
    }

    /// The number of rows, without offset and limit.
    func countMatches() throws(FetchError) -> Int {
        var count = 0
        do {
            for part in plan.parts {
                try scan(part, sortKeys: []) { _ in
                    count += 1
                    return true
                }
            }
            try scanPending(sortKeys: []) { _ in
                count += 1
                return true
            }
        } catch {
            throw FetchError(error)
        }
        return count
    }

    private func runInAnyOrder(_ receive: (FetchedRows) -> Bool) throws {
        for part in plan.parts {
            guard try scan(part, receive) else { return }
        }
        try scanPending(sortKeys: []) { receive(.row($0)) }
    }

    private func runInOrder(_ receive: (FetchedRows) -> Bool) throws {
        let request = plan.request
        let streamed = plan.parts.firstIndex(where: \.isSorted)
        let ordering = RowOrdering(request.sortKeys, stores: session.stores.stores.map(\.number))
        let buffer = FetchBuffer(ordering, limit: plan.largestCount, source: session.source)
        for (index, part) in plan.parts.enumerated() where index != streamed {
            try scan(part, sortKeys: request.sortKeys) { row in
                // Behind the last row that counts, a sorted part has nothing more to give.
                try buffer.add(row) || !part.isSorted
            }
        }
        try scanPending(sortKeys: request.sortKeys) { row in
            try buffer.add(row)
            return true
        }
        var rest = buffer.finish()[...]
        var window = FetchWindow(offset: request.offset, limit: request.limit)
        if let streamed {
            guard !rest.isEmpty else {
                _ = try scan(plan.parts[streamed]) { window.pass($0, receive) }
                return
            }
            var next = try rest.first.map { try ordering.sortBytes(of: $0.view, source: session.source) }
            let isOpen = try scan(plan.parts[streamed], sortKeys: request.sortKeys) { row in
                while let key = next, let first = rest.first {
                    let isBehind = try ordering.withSortBytes(of: row.view, source: session.source) { own in
                        key.withUnsafeBytes { TextSearch.order($0, own) } < 0
                    }
                    guard isBehind else { break }
                    guard window.pass(.row(first), receive) else { return false }
                    rest = rest.dropFirst()
                    next = try rest.first.map { try ordering.sortBytes(of: $0.view, source: session.source) }
                }
                return window.pass(.row(row), receive)
            }
            guard isOpen else { return }
        }
        for row in rest { guard window.pass(.row(row), receive) else { return } }
    }

    /// Hands out the rows of a part that count: in whole batches, where nothing is left to be checked or passed over.
    ///
    /// - Returns: Whether the end was reached.
    private func scan(_ part: FetchPlan.Part, _ receive: (FetchedRows) -> Bool) throws -> Bool {
        guard part.rest == nil, session.excluding.isEmpty else {
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
    /// - Throws: What the store, the evaluator or the receiver throws.
    @discardableResult
    private func scan(
        _ part: FetchPlan.Part, sortKeys: [ResolvedSortKey], _ receive: (FetchedRow) throws -> Bool
    ) throws -> Bool {
        let evaluator = part.rest.map(PredicateEvaluator.init)
        let lookahead = Lookahead(part.rest, sortKeys)
        let excluding = session.excluding
        var failure: (any Error)?
        var isOpen = true
        try part.snapshot.rows(part.plan) { batch in
            do {
                if isCancelled() { throw FetchError(.cancelled) }
                part.meter?.received += batch.count
                try prepare(lookahead, batch)
                var iterator = batch.makeIterator()
                while isOpen, let offset = iterator.nextOffset() {
                    let row = batch.row(at: offset)
                    if !excluding.isEmpty, excluding.contains(row.objectID) { continue }
                    if let evaluator, try !evaluator.matches(row, source: session.source) { continue }
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
        guard !session.pending.isEmpty else { return }
        let lookahead = Lookahead(plan.request.predicate, sortKeys)
        try prepare(lookahead, session.pending)
        let evaluator = plan.request.predicate.map(PredicateEvaluator.init)
        let affected = plan.request.affectedStores.map(Set.init)
        for (index, row) in session.pending.enumerated() {
            if let affected, let store = session.stores.store(row.layout.store), !affected.contains(store.name) {
                continue
            }
            if let evaluator, try !evaluator.matches(row, source: session.source) { continue }
            guard try receive(FetchedRow(pending: index, row)) else { return }
        }
    }

    private func prepare(_ lookahead: Lookahead, _ rows: some Sequence<RowView>) throws {
        guard !lookahead.isEmpty, let batched = session.batched else { return }
        batched.trim()
        try lookahead.prepare(rows, batched)
    }
}
