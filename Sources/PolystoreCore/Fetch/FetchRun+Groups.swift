import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension FetchRun {
    /// Hands out the groups that stores compute.
    func groups(_ receive: ([Value], [AggregateAccumulator]) -> Void) throws(FetchError) {
        do {
            for part in plan.parts {
                guard let groups = part.groups else { continue }
                try RefusedSnapshot.requireReadable(part.snapshot)
                if isCancelled() { throw FetchError(.cancelled) }
                if groups.keys.areStored {
                    try groups.store.groups(groups.plan, in: part.snapshot) { keys, accumulators in
                        part.meter?.received += 1
                        receive(keys, accumulators)
                    }
                } else {
                    try self.groups(groups, of: part, receive)
                }
            }
        } catch {
            throw FetchError(error)
        }
    }

    /// Groups whose keys lie behind the objects that a store groups by.
    private func groups(
        _ groups: FetchPlan.Groups, of part: FetchPlan.Part, _ receive: ([Value], [AggregateAccumulator]) -> Void
    ) throws {
        var waiting: [(keys: [Value], accumulators: [AggregateAccumulator])] = []
        var failure: (any Error)?
        func handOn() throws {
            let found = try groups.keys.keys(of: waiting.map(\.keys), session.overlay.source)
            for (keys, group) in zip(found, waiting) { receive(keys, group.accumulators) }
            waiting.removeAll(keepingCapacity: true)
        }
        try groups.store.groups(groups.plan, in: part.snapshot) { keys, accumulators in
            guard failure == nil else { return }
            part.meter?.received += 1
            waiting.append((keys, accumulators))
            guard waiting.count >= GroupKeys.largestChunk else { return }
            do {
                try handOn()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        try handOn()
    }
}
