import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The plan of a plain request, to be run for others of the same shape with their own values.
final class CachedPlan: Sendable {
    /// The request, without conditions: these are the plan's.
    private let request: ResolvedRequest
    private let store: AttachedStore
    /// The store's place in the store file.
    private let position: Int
    private let plan: StorePlan

    /// Keeps a plan; nil unless one store decides all of it, and can do so for other values.
    init?(_ shape: RequestShape, _ plan: FetchPlan) {
        guard let part = plan.parts.first, plan.parts.count == 1, part.rest == nil, part.groups == nil,
            shape.isKept(by: plan.request), part.store.store.rebind(part.plan, to: shape.values) != nil
        else { return nil }
        var request = plan.request
        request.predicate = nil
        var unmetered = part.plan
        unmetered.meter = nil
        (self.request, store, position, self.plan) = (request, part.store, part.position, unmetered)
    }

    /// The plan for the values of a request of the same shape; nil when it has to be planned by itself.
    func bound(to shape: RequestShape, _ session: FetchSession) -> FetchPlan? {
        guard let snapshot = session.snapshots.snapshot(of: store.number),
            let plan = store.store.rebind(plan, to: shape.values)
        else { return nil }
        return FetchPlan(
            request: request, parts: [session.part(store, position, snapshot, plan, rest: nil)], questions: [])
    }
}
