import PolystoreModel
import PolystoreStorage

extension SQLiteStore {
    func plan(_ query: StoreQuery) -> StorePlan { QueryPlanner(context: context).plan(query) }

    func rebind(_ plan: StorePlan, to values: [Value]) -> StorePlan? {
        guard let query = plan.payload(as: SQLQuery.self),
            let bound = query.binding?.bound(values, limit: plan.limit)
        else { return nil }
        return plan.rebound(to: values, payload: query.bound(to: bound))
    }
}
