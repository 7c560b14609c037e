import Foundation
import PolystoreModel

@testable import PolystoreQuery

/// A few objects as dictionaries and, beside them, as rows in two layouts of one store: what random predicates are
/// evaluated on.
final class World {
    /// One object, as plainly as it can be.
    struct Object {
        var id: ObjectID
        var entity: ModelEntity
        var values: [String: Value] = [:]
        var related: [String: [ObjectID]] = [:]
    }

    let model: ManagedObjectModel
    let store = StoreNumber(interning: UUID())
    private(set) var objects: [ObjectID: Object] = [:]
    private(set) var order: [ObjectID] = []
    private var batches: [RowBatch] = []
    private var rows: [ObjectID: RowView] = [:]

    init() throws { model = try StaffModel.make() }

    func entity(_ name: String) throws -> ModelEntity { try RequestResolver(model: model).entity(named: name) }

    @discardableResult
    func insert(_ entityName: String, _ values: [String: Value] = [:]) throws -> ObjectID {
        let entity = try entity(entityName)
        let id = ObjectID(store: store, root: entity.rootNumber, key: Int64(order.count + 1))
        objects[id] = Object(id: id, entity: entity, values: values)
        order.append(id)
        return id
    }

    /// Links two objects in both directions.
    func link(_ source: ObjectID, _ name: String, _ target: ObjectID) {
        guard let relationship = objects[source]?.entity.relationship(named: name) else { return }
        add(source, relationship, target)
        if let inverse = relationship.inverse { add(target, inverse, source) }
    }

    private func add(_ source: ObjectID, _ relationship: ModelRelationship, _ target: ObjectID) {
        let known = objects[source]?.related[relationship.name] ?? []
        if relationship.isToMany, known.contains(target) { return }
        objects[source]?.related[relationship.name] = relationship.isToMany ? known + [target] : [target]
    }

    /// Makes rows of all objects; to be called once, after all changes.
    func pack() throws {
        let peers = PeerTable()
        var layouts: [RowLayout] = []
        for (index, entity) in model.entities.enumerated() where !entity.isAbstract {
            let descriptor = RowLayoutDescriptor(
                entity, number: UInt16(index + 1), entityNumber: UInt16(index + 1), isKept: { _ in true },
                mayLeaveStore: { $0.name == "boss" })
            layouts.append(
                RowLayout(descriptor, entity: entity, store: store, root: entity.rootNumber, peers: peers))
        }
        let builder = RowBatchBuilder(layouts: LayoutTable(layouts))
        for id in order {
            guard let object = objects[id], let layout = layouts.first(where: { $0.entity === object.entity }) else {
                continue
            }
            let row = MutableRow.make(layout, key: id.key)
            for (index, slot) in layout.slots.enumerated() {
                let name = slot.key.name
                if let relationship = object.entity.relationship(named: name), !relationship.isToMany {
                    row.setReference(object.related[name]?.first, at: index)
                } else if let value = object.values[name] {
                    try row.set(value, at: index)
                }
            }
            builder.append(packing: row, version: 1)
        }
        batches = builder.takeBatches()
        for row in batches.joined() { rows[row.objectID] = row }
    }

    /// The row of an object; valid as long as the world is.
    func row(_ id: ObjectID) -> RowView? { rows[id] }

    /// The objects of an entity's family.
    func objects(of name: String) throws -> [Object] {
        let entity = try entity(name)
        return order.compactMap { objects[$0] }.filter { $0.entity.isKind(of: entity) }
    }

    /// The keys of the objects that satisfy a predicate, found by the compiled evaluator.
    func keys(
        of name: String, where predicate: FetchPredicate, variables: [String: FetchExpression] = [:]
    ) throws -> [Int64] {
        let resolver = RequestResolver(model: model, variables: variables)
        let evaluator = PredicateEvaluator(try resolver.resolve(predicate, for: try entity(name)))
        return try objects(of: name).filter { object in
            guard let row = rows[object.id] else { return false }
            return try evaluator.matches(row, source: self)
        }.map(\.id.key)
    }

    /// The same, found by looking at many rows together.
    func keysTogether(of name: String, where predicate: FetchPredicate) throws -> [Int64] {
        let evaluator = PredicateEvaluator(
            try RequestResolver(model: model).resolve(predicate, for: try entity(name)))
        let rows = try objects(of: name).compactMap { self.rows[$0.id] }
        var (keys, start) = ([Int64](), 0)
        while start < rows.count {
            let layout = rows[start].layout
            let alike = rows[start...].prefix { $0.isLaidOut(by: layout) }
            start = alike.endIndex
            var places = alike.map { RowPlace(base: $0.base, key: $0.key) }
            let (count, hasRest) = places.withUnsafeMutableBufferPointer { evaluator.keepPassing($0, of: layout) }
            for place in places[..<count] {
                let row = RowView(base: place.base, layout: layout, key: place.key)
                if try !hasRest || evaluator.matchesRest(row, source: self) { keys.append(row.key) }
            }
        }
        return keys
    }

    /// How many of the persons the tests of numbers let pass that come first, and whether anything has to hold besides.
    func passing(_ predicate: FetchPredicate) throws -> (count: Int, hasRest: Bool) {
        let evaluator = PredicateEvaluator(
            try RequestResolver(model: model).resolve(predicate, for: try entity("Person")))
        let rows = try objects(of: "Person").compactMap { self.rows[$0.id] }.filter {
            $0.layout.entity?.name == "Person"
        }
        var places = rows.map { RowPlace(base: $0.base, key: $0.key) }
        guard let layout = rows.first?.layout else { return (0, false) }
        return places.withUnsafeMutableBufferPointer { evaluator.keepPassing($0, of: layout) }
    }
}

extension World: RowSource {
    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        try rows[object].map(body)
    }

    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        objects[object]?.related[relationship.name] ?? []
    }
}
