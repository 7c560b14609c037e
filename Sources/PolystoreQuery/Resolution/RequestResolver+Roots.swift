import PolystoreModel

extension RequestResolver {
    /// Refuses a path whose first token belongs to objects of other entities, although these may have a property of
    /// that name.
    ///
    /// A token belongs to the entities that it was described for and to their subentities. One that was described for
    /// none, like a path of names, is looked up by its name alone.
    ///
    /// - Throws: `QueryError` with code `foreignProperty`, which names the entities that have it.
    package func check(_ root: PathRoot, _ name: @autoclosure () -> String?, of entity: ModelEntity) throws(QueryError)
    {
        let owners = root.owners
        guard !owners.isEmpty else { return }
        var current: ModelEntity? = entity
        while let ancestor = current {
            if owners.contains(ancestor.name) { return }
            current = ancestor.superentity
        }
        throw QueryError(
            .foreignProperty,
            [.entity: entity.name, .property: name(), .expected: owners.joined(separator: ", ")])
    }
}
