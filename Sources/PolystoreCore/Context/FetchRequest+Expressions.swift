import PolystoreModel
import PolystoreStorage

extension FetchRequest {
    /// The request that a template of a model becomes when its variables have values.
    ///
    /// - Parameters:
    ///   - name: The template's name.
    ///   - model: The model that keeps it.
    ///   - values: A value, an object, a list or an expression for each variable.
    /// - Throws: `QueryError` with code `unknownTemplate` or `unboundVariable` and the nearest name.
    public init(
        template name: String, of model: ManagedObjectModel, substituting values: [String: any PredicateArgument] = [:]
    ) throws(QueryError) {
        self.init(try model.fetchRequest(fromTemplate: name, substituting: values))
    }

    /// The objects that the request finds, as an operand of another: `Person.employer.isIn(large.found)`.
    public var found: FoundObjects<Object> { fetched(description, of: Object.self) }

    /// The number of objects that the request finds, as an operand of another.
    public var foundCount: Computed<Int> { fetchedCount(description) }

    /// Orders by a computed value, after the keys that the request has.
    public func sorted<Value>(by value: Computed<Value>, ascending: Bool = true) -> Self {
        var copy = self
        copy.description.sortKeys.append(SortKey(value.queryExpression, ascending: ascending))
        return copy
    }
}
