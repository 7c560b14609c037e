import PolystoreCore
import PolystoreStorage

/// The stores of a relationship shape, and objects in them.
struct RelationshipFixture {
    let shape: RelationshipShape
    let bench: ConformanceFixture
    let model: ModelDescription
    let groups: [[String]]?
    var container: PersistentContainer

    /// A new context.
    func context() -> ManagedObjectContext { bench.context(container) }

    /// Closes and opens the stores.
    mutating func reopen() throws { container = try bench.reopen(container, model, split: groups) }

    /// Saved objects `L0`… and `R0`… without links.
    func objects(
        _ context: ManagedObjectContext, left: Int = 3, right: Int = 3
    ) throws -> (left: [ManagedObject], right: [ManagedObject]) {
        let lefts = try (0..<left).map { try context.add("Left", ["name": .string("L\($0)")]) }
        let rights = try (0..<right).map { try context.add(shape.right, ["name": .string("R\($0)")]) }
        return (lefts, rights)
    }

    /// The names on the other side; sorted unless the relationship keeps an order.
    func names(_ object: ManagedObject, _ relationship: String) throws -> [String] {
        let isMany = relationship == "others" ? shape.isToMany : shape.isBackToMany
        guard isMany else {
            return try object.relatedObject(forKey: relationship).map { [try $0.text() ?? "-"] } ?? []
        }
        let names = try object.names(relationship)
        return shape.isOrdered && relationship == "others" ? names : names.sorted()
    }

    /// Links two objects from one side.
    func link(_ object: ManagedObject, _ relationship: String, _ other: ManagedObject) throws {
        let isMany = relationship == "others" ? shape.isToMany : shape.isBackToMany
        if isMany {
            try object.relatedObjects(forKey: relationship).insert(other)
        } else {
            try object.setRelatedObject(other, forKey: relationship)
        }
    }

    /// Takes a link away from one side.
    func unlink(_ object: ManagedObject, _ relationship: String, _ other: ManagedObject) throws {
        let isMany = relationship == "others" ? shape.isToMany : shape.isBackToMany
        if isMany {
            try object.relatedObjects(forKey: relationship).remove(other)
        } else {
            try object.setRelatedObject(nil, forKey: relationship)
        }
    }
}
