import PolystoreModel
import PolystoreStorage

extension SQLiteStore {
    func plan(_ query: StoreQuery) -> StorePlan {
        let plan = QueryPlanner(context: context).plan(query)
        return query.wantsEstimates ? explained(plan) : plan
    }
}
