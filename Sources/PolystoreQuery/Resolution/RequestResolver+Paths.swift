import PolystoreModel

extension RequestResolver {
    /// Finds the names of a key path: relationships, then an attribute, `@count`, or nothing more.
    ///
    /// `SELF` may stand first; alone it is the evaluated object.
    ///
    /// - Throws: `QueryError` naming the entity and the name that is not one of its properties, or that stores do not
    ///   know.
    public func path(_ names: [String], from entity: ModelEntity) throws(QueryError) -> ResolvedPath {
        var rest = names[...]
        if rest.first == "SELF", entity.attribute(named: "SELF") == nil { rest.removeFirst() }
        var path = ResolvedPath(terminal: .object)
        var current = entity
        while let name = rest.popFirst() {
            if name == "@count" {
                guard rest.isEmpty else { throw beyond(path, name, current) }
                guard path.steps.last?.isToMany == true else {
                    throw QueryError(.countNeedsToMany, [.entity: entity.name, .property: joined(names)])
                }
                path.terminal = .count
            } else if let relationship = current.relationship(named: name) {
                guard !relationship.isTransient else { throw transient(name, current) }
                path.steps.append(relationship)
                current = relationship.destination
            } else if let attribute = current.attribute(named: name) {
                guard !attribute.isTransient else { throw transient(name, current) }
                guard rest.isEmpty else { throw beyond(path, name, current) }
                path.terminal = .attribute(attribute)
            } else {
                throw unknown(name, current)
            }
        }
        if path.steps.lazy.filter(\.isToMany).count > 1 {
            throw QueryError(.severalToManySteps, [.entity: entity.name, .property: joined(names)])
        }
        return path
    }

    /// The relationships of a path that leads through nothing else.
    func relationships(_ names: [String], from entity: ModelEntity) throws(QueryError) -> [ModelRelationship] {
        var steps: [ModelRelationship] = []
        var current = entity
        for name in names {
            guard let relationship = current.relationship(named: name) else {
                guard current.attribute(named: name) == nil else {
                    throw QueryError(.prefetchNeedsRelationship, [.entity: current.name, .property: name])
                }
                throw unknown(name, current)
            }
            guard !relationship.isTransient else { throw transient(name, current) }
            steps.append(relationship)
            current = relationship.destination
        }
        guard !steps.isEmpty else { throw QueryError(.prefetchNeedsRelationship, [.entity: entity.name]) }
        return steps
    }

    private func joined(_ names: [String]) -> String { names.joined(separator: ".") }

    func transient(_ name: String, _ entity: ModelEntity) -> QueryError {
        QueryError(.transientProperty, [.entity: entity.name, .property: name])
    }

    private func beyond(_ path: ResolvedPath, _ name: String, _ entity: ModelEntity) -> QueryError {
        QueryError(.pathBeyondValue, [.entity: entity.name, .property: name])
    }

    func unknown(_ name: String, _ entity: ModelEntity) -> QueryError {
        let near = Suggestion.nearest(to: name, in: entity.propertyNames)
        let owners = model.entities.filter { other in
            (other.ownAttributes.map(\.name) + other.ownRelationships.map(\.name)).contains(name)
        }
        guard near != nil || owners.isEmpty else {
            let expected = owners.map(\.name).joined(separator: ", ")
            return QueryError(.foreignProperty, [.entity: entity.name, .property: name, .expected: expected])
        }
        return QueryError(.unknownProperty, [.entity: entity.name, .property: name, .suggestion: near])
    }
}
