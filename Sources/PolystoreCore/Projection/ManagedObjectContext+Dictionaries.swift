import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// Values computed of the objects that a request finds, or of groups of them, by the names of its columns.
    ///
    /// A column without a value is missing in the dictionary. The answer is always that of the saved state plus the
    /// context's own changes, unless the request leaves these out: also in aggregates, and together with a limit.
    ///
    /// - Throws: What `fetch` throws, and `QueryError` for columns, groups and conditions that do not fit the model.
    /// - Complexity: As `fetch`; memory is that of the results and of one key and its aggregates for each group.
    public func fetchDictionaries(_ request: DictionaryRequestDescription) throws -> [[String: Value]] {
        try beginUse()
        let names = request.columns.map(\.name)
        return try computed(request).map { values in
            var dictionary: [String: Value] = [:]
            for (name, value) in zip(names, values) where !value.isMissing { dictionary[name] = value }
            return dictionary
        }
    }
}
