import PolystoreModel

extension ManagedObjectModel {
    /// The fetch request templates by name, with their variables.
    public var fetchRequestTemplates: [String: FetchRequestDescription] { description.fetchRequestTemplates }

    /// The request that a template becomes when its variables have values.
    ///
    ///     let request = try model.fetchRequest(fromTemplate: "olderThan", substituting: ["AGE": 30])
    ///
    /// - Parameters:
    ///   - name: The template's name.
    ///   - values: A value, an object, a list or an expression for each variable; more are passed over.
    /// - Returns: The request, without variables.
    /// - Throws: `QueryError` with code `unknownTemplate` or `unboundVariable` and the nearest name.
    public func fetchRequest(
        fromTemplate name: String, substituting values: [String: any PredicateArgument] = [:]
    ) throws(QueryError) -> FetchRequestDescription {
        guard let template = fetchRequestTemplates[name] else {
            let nearest = Suggestion.nearest(to: name, in: fetchRequestTemplates.keys)
            throw QueryError(.unknownTemplate, [.model: self.name, .found: name, .suggestion: nearest])
        }
        for variable in template.freeVariables where values[variable] == nil {
            let nearest = Suggestion.nearest(to: variable, in: values.keys)
            throw QueryError(.unboundVariable, [.variable: variable, .suggestion: nearest])
        }
        return template.substituting(values)
    }
}
