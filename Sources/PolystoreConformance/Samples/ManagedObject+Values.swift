import PolystoreCore
import PolystoreStorage

extension ManagedObjectContext {
    /// Inserts an object with values.
    @discardableResult
    func add(_ entity: String, _ values: [String: Value] = [:]) throws -> ManagedObject {
        try insert(entity: entity) { object in
            for (name, value) in values { try object.setValue(value, forKey: name) }
        }
    }

    /// Fetches objects of an entity.
    func find(
        _ entity: String, _ predicate: FetchPredicate? = nil, by keys: [SortKey] = [], limit: Int? = nil,
        offset: Int = 0
    ) throws -> [ManagedObject] {
        try fetch(request(entity, predicate, by: keys, limit: limit, offset: offset))
    }

    /// The request of the same arguments.
    func request(
        _ entity: String, _ predicate: FetchPredicate? = nil, by keys: [SortKey] = [], limit: Int? = nil,
        offset: Int = 0
    ) -> FetchRequest<ManagedObject> {
        var description = FetchRequestDescription(entityName: entity)
        description.predicate = predicate
        description.sortKeys = keys
        description.limit = limit
        description.offset = offset
        return FetchRequest(description)
    }

    /// The same object in this context.
    func own(_ object: ManagedObject) throws -> ManagedObject { try existingObject(with: object.objectID) }
}

extension ManagedObject {
    /// The number in an attribute.
    func number(_ name: String = "number") throws -> Int {
        guard case .integer(let number) = try value(forKey: name) else {
            throw ConformanceFailure("\(entity.name).\(name) is no integer")
        }
        return Int(number)
    }

    /// The text in an attribute; nil when it is missing.
    func text(_ name: String = "name") throws -> String? {
        switch try value(forKey: name) {
        case .missing: return nil
        case .string(let text): return text
        default: throw ConformanceFailure("\(entity.name).\(name) is no text")
        }
    }

    /// The names of the related objects, as the relationship has them.
    func names(_ relationship: String) throws -> [String] {
        try relatedObjects(forKey: relationship).map { try $0.text() ?? "-" }
    }
}

extension [ManagedObject] {
    /// The numbers of the objects, in order.
    func numbers(_ name: String = "number") throws -> [Int] { try map { try $0.number(name) } }

    /// The names of the objects, in order.
    func names() throws -> [String] { try map { try $0.text() ?? "-" } }
}
