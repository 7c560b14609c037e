import PolystoreModel
import PolystoreStorage

extension SQLiteStore {
    func plan(_ query: StoreQuery) -> StorePlan { QueryPlanner(context: context).plan(query) }
}
