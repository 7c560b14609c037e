import Polystore

/// A column of a query: what is read from each object, by a key path from it.
struct ObjectColumn {
    /// What stands at the end of the path.
    private enum Leaf {
        case attribute(String)
        case object(String)
        case count(String)
        case objectID
        case entity
    }

    /// The title.
    let column: ResultColumn
    /// The relationships of the path, to be read along with the objects.
    let steps: [String]
    private let leaf: Leaf

    private init(_ column: ResultColumn, steps: [String] = [], _ leaf: Leaf) {
        self.column = column
        self.steps = steps
        self.leaf = leaf
    }

    /// Looks a key path up: an attribute, a to-one relationship (shown as the object's URI), the number of objects of a
    /// to-many relationship (`staff.@count`), or one of the words `objectID` and `entity`.
    init(_ path: String, of entity: ModelEntity) throws {
        var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !path.isEmpty, let last = names.popLast() else {
            throw CommandError.invalidColumn(path, reason: "the path is empty")
        }
        if last == "@count" {
            guard let name = names.popLast() else {
                throw CommandError.invalidColumn(path, reason: "@count stands behind a to-many relationship")
            }
            let owner = try Self.walk(names, from: entity, path)
            guard owner.relationship(named: name)?.isToMany == true else {
                throw CommandError.invalidColumn(
                    path, reason: "'\(name)' is no to-many relationship of '\(owner.name)'")
            }
            self.init(ResultColumn(path, isNumber: true), steps: names, .count(name))
            return
        }
        let owner = try Self.walk(names, from: entity, path)
        if last == "objectID" {
            self.init(ResultColumn(path), steps: names, .objectID)
        } else if last == "entity" {
            self.init(ResultColumn(path), steps: names, .entity)
        } else if let attribute = owner.attribute(named: last) {
            self.init(ResultColumn(path, isNumber: attribute.type.isNumber), steps: names, .attribute(last))
        } else if let relationship = owner.relationship(named: last) {
            guard !relationship.isToMany else {
                throw CommandError.invalidColumn(
                    path, reason: "'\(last)' leads to many objects; write '\(path).@count'")
            }
            self.init(ResultColumn(path), steps: names, .object(last))
        } else {
            let hint = Suggestion.hint(for: last, in: owner.propertyNames)
            throw CommandError.unknownName(last, what: "property of '\(owner.name)'", hint: hint)
        }
    }

    /// The columns that are shown when none are chosen: all attributes, and the entity where objects may differ in it.
    static func standard(of entity: ModelEntity, isExact: Bool) throws -> [ObjectColumn] {
        let names = entity.attributes.filter { $0.type != .composite && $0.type != .undefined }.map(\.name)
        let first = isExact || entity.concreteFamily.count == 1 ? [] : ["entity"]
        return try (first + names).map { try ObjectColumn($0, of: entity) }
    }

    /// The value of an object; missing where the path leads to nothing.
    func value(of object: ManagedObject) throws -> Value {
        var object = object
        for step in steps {
            guard let next = try object.relatedObject(forKey: step) else { return .missing }
            object = next
        }
        switch leaf {
        case .attribute(let name): return try object.value(forKey: name)
        case .object(let name):
            return try object.objectIDs(forRelationshipNamed: name).first.map(Value.object) ?? .missing
        case .count(let name): return .integer(Int64(try object.objectIDs(forRelationshipNamed: name).count))
        case .objectID: return .object(object.objectID)
        case .entity: return .string(object.entity.name)
        }
    }

    private static func walk(_ names: [String], from entity: ModelEntity, _ path: String) throws -> ModelEntity {
        var entity = entity
        for name in names {
            guard let relationship = entity.relationship(named: name) else {
                let known = entity.relationships.map(\.name)
                throw CommandError.unknownName(
                    name, what: "relationship of '\(entity.name)'", hint: Suggestion.hint(for: name, in: known))
            }
            guard !relationship.isToMany else {
                throw CommandError.invalidColumn(path, reason: "'\(name)' leads to many objects")
            }
            entity = relationship.destination
        }
        return entity
    }
}
