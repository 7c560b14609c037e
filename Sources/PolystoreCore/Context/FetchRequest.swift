import PolystoreModel

/// A request for the objects of a class, filtered, ordered, and in part.
///
///     let seniors = FetchRequest(Person.self).where(Person.age > 30).sorted(by: Person.name).limit(10)
///
/// A request is a value: each call returns a changed copy. Names are looked up in the model when it runs.
public struct FetchRequest<Object: ManagedObject>: Sendable {
    /// The request by names.
    public var description: FetchRequestDescription

    /// Requests all objects of an entity by its name; each must be of the class.
    public init(entity name: String) { description = FetchRequestDescription(entityName: name) }

    /// Requests what a description says.
    public init(_ description: FetchRequestDescription) { self.description = description }

    /// Narrows the request: the objects must also satisfy a predicate.
    public func `where`(_ predicate: FetchPredicate) -> Self {
        changed { $0.predicate = $0.predicate.map { .and([$0, predicate]) } ?? predicate }
    }

    /// Orders by keys, after those that the request has.
    public func sorted(by keys: SortKey...) -> Self { changed { $0.sortKeys += keys } }

    /// Orders by an attribute, after the keys that the request has.
    public func sorted<Value>(by attribute: Attribute<Value>, ascending: Bool = true) -> Self {
        changed { $0.sortKeys.append(SortKey(attribute.attributeExpression, ascending: ascending)) }
    }

    /// Orders by an attribute of a related object, after the keys that the request has.
    public func sorted<Value>(by path: AttributePath<Value>, ascending: Bool = true) -> Self {
        changed { $0.sortKeys.append(SortKey(path.pathExpression, ascending: ascending)) }
    }

    /// Fetches at most so many objects.
    public func limit(_ count: Int) -> Self { changed { $0.limit = count } }

    /// Passes over so many objects first.
    public func offset(_ count: Int) -> Self { changed { $0.offset = count } }

    /// Reads so many rows at a time when the result is streamed.
    public func batchSize(_ count: Int) -> Self { changed { $0.batchSize = count } }

    /// Whether objects of subentities are included; they are unless this says no.
    public func includingSubentities(_ includes: Bool) -> Self { changed { $0.includesSubentities = includes } }

    /// Whether the context's unsaved changes count; they do unless this says no.
    public func includingPendingChanges(_ includes: Bool) -> Self { changed { $0.includesPendingChanges = includes } }

    /// Asks only the named stores.
    public func affecting(stores: [String]) -> Self { changed { $0.affectedStores = stores } }

    /// Reads related objects along, in one round trip for the whole result.
    public func prefetching<Destination>(_ relationship: ToOne<Destination>) -> Self {
        prefetching(relationship.relationshipPropertyKey, relationship.relationshipRoot)
    }

    /// Reads related objects along, in one round trip for the whole result.
    public func prefetching<Destination>(_ relationship: ToMany<Destination>) -> Self {
        prefetching(relationship.relationshipPropertyKey, relationship.relationshipRoot)
    }

    /// Reads along the objects of a path of relationships, in one round trip a step.
    public func prefetching(keyPath: String) -> Self {
        changed { $0.prefetchedKeyPaths.append(keyPath.split(separator: ".").map(String.init)) }
    }

    private func prefetching(_ key: PropertyKey, _ root: PathRoot) -> Self {
        changed {
            $0.prefetchedKeyPaths.append([key.name])
            $0.prefetchedRoots.detail.append((root, key.name))
        }
    }

    private func changed(_ change: (inout FetchRequestDescription) -> Void) -> Self {
        var copy = self
        change(&copy.description)
        return copy
    }
}

extension FetchRequest where Object: Entity {
    /// Requests all objects of a class.
    public init(_ objectClass: Object.Type) {
        description = FetchRequestDescription(entityName: objectClass.entity.name)
    }
}
