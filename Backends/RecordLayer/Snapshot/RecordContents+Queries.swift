import PolystoreModel
import PolystoreStorage

extension RecordContents {
    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) {
        let meter = plan.meter
        let plan = try recordPlan(plan)
        let limit = plan.limit ?? Int.max
        if limit <= 0 { return }
        if let top = plan.top {
            try firstRows(plan, top, limit, meter, receive)
        } else {
            try rows(plan, limit, meter, receive)
        }
    }

    private func rows(
        _ plan: RecordPlan, _ limit: Int, _ meter: PlanMeter?, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        let builder = RowBatchBuilder(layouts: catalog.layouts, expectedBytes: RowBatchBuilder.batchSize)
        var isStopped = false
        try RecordWalk(reader: reader, plan: plan).rows(meter, limit: limit) { (row) throws(StoreError) in
            isStopped = try !deliver(row, builder, receive)
            return !isStopped
        }
        if !isStopped { _ = hand(builder.takeBatches(), receive) }
    }

    func withStream(_ plan: StorePlan, _ body: (any RowStream) -> Void) throws(StoreError) -> Bool {
        let payload = try recordPlan(plan)
        guard let stream = try RecordStream(self, payload) else { return false }
        defer { if let meter = plan.meter { stream.counter.report(payload, to: meter) } }
        body(stream)
        return true
    }

    /// Hands out the first rows of an order: each row is looked at where it lies, and only those that may be among the
    /// first are copied; those that are, are verified.
    private func firstRows(
        _ plan: RecordPlan, _ sortKeys: [ResolvedSortKey], _ limit: Int, _ meter: PlanMeter?,
        _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        let top = try RecordWalk(reader: reader, plan: plan).firstRows(sortKeys, limit, meter)
        let builder = RowBatchBuilder(layouts: catalog.layouts, expectedBytes: min(limit, 256) * 128)
        for (batch, offset) in top {
            guard try deliver(batch.row(at: offset), builder, receive) else { return }
        }
        _ = hand(builder.takeBatches(), receive)
    }

    func count(_ plan: StorePlan) throws(StoreError) -> Int {
        guard plan.isExact else {
            throw catalog.error(.unsupported, [.reason: "a plan with a residual filter is counted on rows"])
        }
        let limit = plan.limit ?? Int.max
        let meter = plan.meter
        let plan = try recordPlan(plan)
        if plan.entities == nil, plan.filter == nil {
            // Without a filter, entries are objects; the engine may know their number without visiting them.
            switch plan.access {
            case .records:
                return try snapshot.count(.records, KeyRange(prefix: RecordKey.prefix(plan.root)), limit: limit)
            case .index(let definition, let ranges) where definition.isNeverCut,
                .merged(let definition, let ranges) where definition.isNeverCut:
                var sum = 0
                for range in ranges where sum < limit {
                    sum += try snapshot.count(.indexes, range.keys, limit: limit - sum)
                }
                return sum
            default: break
            }
        }
        return try RecordWalk(reader: reader, plan: plan).count(meter, limit: limit)
    }

    private func recordPlan(_ plan: StorePlan) throws(StoreError) -> RecordPlan {
        guard let payload = plan.payload(as: RecordPlan.self) else {
            throw catalog.error(.unsupported, [.reason: "the plan was made by another store"])
        }
        guard payload.generation < catalog.generation else { return payload }
        // Numbers that were this process's own may stand for something else now. An older snapshot than the plan's lacks
        // some of the numbers, and also what they stand for.
        let statistics = RecordStatistics { [snapshot] () throws(StoreError) in snapshot }
        let planner = RecordPlanner(
            catalog: catalog, statistics: statistics, requiresOrder: plan.isSorted && !plan.isLimited)
        let renewed = planner.plan(plan.query)
        guard renewed.keepsPromises(of: plan), let payload = renewed.payload(as: RecordPlan.self) else {
            throw catalog.error(.outOfOrder, [.reason: "the plan is older than what another process changed"])
        }
        return payload
    }
}

extension StorePlan {
    /// Whether the plan takes at least as much from its caller as another one of the same query.
    fileprivate func keepsPromises(of other: StorePlan) -> Bool {
        let left = other.residual?.conjuncts ?? []
        return (residual?.conjuncts ?? []).allSatisfy(left.contains) && (isSorted || !other.isSorted)
            && (isLimited || !other.isLimited)
    }
}

extension IndexDefinition {
    /// Whether no entry can be so long that it is cut.
    var isNeverCut: Bool {
        elements.allSatisfy { element in
            switch element.kind {
            case .string, .uri, .binary, .transformable: false
            default: true
            }
        } && elements.count <= 18
    }
}
