import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// What became of a plain request: names as they were found in the model, and the plan of the one store that answers it.
///
/// Requests of the same shape are answered in the same way, with their own values.
package final class KnownRequest: Sendable {
    /// The request, without conditions: these are the plan's.
    let request: ResolvedRequest
    let store: AttachedStore
    /// The store's place in the store file.
    let position: Int
    private let plan: StorePlan

    /// Keeps what became of a request; nil unless one store decides all of it, and can do so for other values.
    init?(_ shape: RequestShape, _ plan: FetchPlan) {
        guard let part = plan.parts.first, plan.parts.count == 1, part.rest == nil, part.meter == nil,
            shape.isKept(by: plan.request), part.store.store.rebind(part.plan, to: shape.values) != nil
        else { return nil }
        var request = plan.request
        request.predicate = nil
        (self.request, store, position, self.plan) = (request, part.store, part.position, part.plan)
    }

    /// The plan for the values of a request of the same shape; nil when it has to be planned by itself.
    func plan(_ shape: RequestShape) -> StorePlan? { store.store.rebind(plan, to: shape.values) }
}
