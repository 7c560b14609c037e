import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// The objects of a fetched property: what was found before, or what its request finds now.
    func fetchedObjects(of property: FetchedPropertyDescription, for object: ManagedObject) throws -> [ManagedObject] {
        try requireExecutor()
        if let known = fetchedProperties[object.identity]?[property.name] {
            return known.compactMap(self.object(with:))
        }
        let found = try source.reading {
            try fetch(FetchRequest<ManagedObject>(try bound(property, to: object)))
        }
        fetchedProperties[object.identity, default: [:]][property.name] = found.map(\.identity)
        return found
    }

    /// The request of a fetched property with the object and the property in the places of its variables.
    private func bound(
        _ property: FetchedPropertyDescription, to object: ManagedObject
    ) throws -> FetchRequestDescription {
        let resolver = try resolver(answering: [])
        let rows = ContextRowSource(self, countsChanges: true)
        return try property.request.replacing { expression in
            switch expression {
            case .variable("FETCH_SOURCE"): return .constant(.object(object.identity))
            case .path(.variable("FETCH_SOURCE"), let names):
                switch try resolver.answer(names, of: object.identity, entity: object.entity, rows) {
                case .value(let value): return .constant(value)
                case .values(let values): return .aggregate(values.map { .constant($0) })
                case .objects(let objects): return .aggregate(objects.map { .constant(.object($0)) })
                }
            case .variable("FETCHED_PROPERTY"), .path(.variable("FETCHED_PROPERTY"), ["name"]):
                return .constant(.string(property.name))
            case .path(.variable("FETCHED_PROPERTY"), let names) where names.count == 2 && names[0] == "userInfo":
                return .constant(property.userInfo[names[1]].map(Value.string) ?? .missing)
            default: return nil
            }
        }
    }
}
