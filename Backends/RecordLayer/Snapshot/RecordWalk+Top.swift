import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension RecordWalk {
    /// How many candidates there are at least where help is worth asking for.
    private static let manyCandidates = 4096
    /// How many candidates' keys are held at most.
    private static let mostCandidates = 1 << 15
    /// How many of them are taken together by whoever reads them.
    private static let candidatesOfPart = 512

    /// The first rows of an order among all that the plan finds.
    ///
    /// What an index finds is read row by row all over the store, which is mostly waiting for memory: where it is much, the
    /// helper reads a part of it. The order is total, so it does not matter who has found what.
    ///
    /// - Complexity: Memory is that of a few times as many rows as are wanted, and of some thousand keys.
    func firstRows(
        _ sortKeys: [ResolvedSortKey], _ limit: Int, _ meter: PlanMeter?
    ) throws(StoreError) -> [(batch: RowBatch, offset: Int)] {
        switch plan.access {
        case .index, .merged: break
        default:
            var top = TopRows(RowOrdering(sortKeys), limit: limit, layouts: reader.catalog.layouts)
            try rows(meter, limit: .max) { (row) throws(StoreError) in
                try top.offer(row)
                return true
            }
            return top.finish()
        }
        defer { if let meter { counter.report(plan, to: meter) } }
        let beside = RecordWalk(reader: reader, plan: plan)
        let (own, other) = (TopGathering(self, sortKeys, limit), TopGathering(beside, sortKeys, limit))
        var keys: [Int64] = []
        try walk(plan.access) { (key, _) throws(StoreError) in
            counter.found += 1
            keys.append(key)
            if keys.count >= Self.mostCandidates {
                try offer(keys, own, other)
                keys.removeAll(keepingCapacity: true)
            }
            return true
        }
        try offer(keys, own, other)
        counter.add(beside.counter)
        try own.take(other)
        return own.finish()
    }

    /// Offers candidates to one of two, or, where they are many, to both.
    private func offer(_ keys: [Int64], _ own: TopGathering, _ other: TopGathering) throws(StoreError) {
        guard keys.count >= Self.manyCandidates else { return try own.offer(keys[...]) }
        let parts = Parts(count: (keys.count - 1) / Self.candidatesOfPart + 1)
        func take(_ gathering: TopGathering) throws(StoreError) {
            while let part = parts.take() {
                let start = part * Self.candidatesOfPart
                try gathering.offer(keys[start..<min(start + Self.candidatesOfPart, keys.count)])
            }
        }
        var outcome = Result<Void, StoreError>.success(())
        try HelperThread.shared.run {
            () throws(StoreError) in
            try take(own)
        } beside: {
            outcome = Result { () throws(StoreError) in try take(other) }
        }
        try outcome.get()
    }
}
