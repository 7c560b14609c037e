import Foundation
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreMemory

/// A store with inheritance, constraints, indexes, an ordered relationship, a join and large data, and a few ways to
/// change it.
struct StaffFixture {
    let model: ManagedObjectModel
    let store: any PersistentStore
    let person: ModelEntity
    let worker: ModelEntity
    let manager: ModelEntity
    let company: ModelEntity

    static func description() -> ModelDescription {
        func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
            var attribute = AttributeDescription(name: name, type: type)
            attribute.isOptional = true
            return attribute
        }
        var person = EntityDescription(name: "Person")
        person.isAbstract = true
        person.attributes = [
            attribute("name", .string), attribute("age", .integer32), attribute("score", .double),
            attribute("photo", .binary),
        ]
        var employer = RelationshipDescription(
            name: "employer", to: .entity("Company"), isToMany: false, inverse: "staff")
        employer.isOptional = true
        person.relationships = [
            employer,
            RelationshipDescription(name: "tags", to: .entity("Company"), isToMany: true, inverse: "tagged"),
        ]
        person.uniquenessConstraints = [["name"]]
        person.indexes = [
            FetchIndexDescription(name: "byAge", elements: [.init(property: "age")]),
            FetchIndexDescription(
                name: "byScore",
                elements: [.init(property: "employer"), .init(property: "score", isAscending: false)]),
        ]
        var worker = EntityDescription(name: "Worker")
        worker.superentityName = "Person"
        worker.attributes = [attribute("badge", .string)]
        worker.indexes = [FetchIndexDescription(name: "byBadge", elements: [.init(property: "badge")])]
        var manager = EntityDescription(name: "Manager")
        manager.superentityName = "Person"
        manager.attributes = [attribute("level", .integer16)]
        var company = EntityDescription(name: "Company")
        company.attributes = [attribute("title", .string)]
        var staff = RelationshipDescription(
            name: "staff", to: .entity("Person"), isToMany: true, inverse: "employer")
        staff.isOrdered = true
        company.relationships = [
            staff, RelationshipDescription(name: "tagged", to: .entity("Person"), isToMany: true, inverse: "tags"),
        ]
        var description = ModelDescription(name: "Staff")
        description.entities = [person, worker, manager, company]
        return description
    }

    init(_ open: (StoreOpening) throws -> any PersistentStore = { try StoreType.memory.open($0) }) throws {
        model = try ManagedObjectModel(Self.description())
        person = try #require(model.entity(named: "Person"))
        worker = try #require(model.entity(named: "Worker"))
        manager = try #require(model.entity(named: "Manager"))
        company = try #require(model.entity(named: "Company"))
        let opening = StoreOpening(
            name: "staff", url: nil, model: model, entities: [company, manager, worker],
            placement: StorePlacement(aloneWith: model))
        store = try open(opening)
    }

    func id(_ entity: ModelEntity, _ key: Int64) -> ObjectID {
        ObjectID(store: StoreNumber(interning: store.identifier), root: entity.rootNumber, key: key)
    }

    /// A row as a save would bring it.
    func row(
        _ entity: ModelEntity, _ key: Int64, version: UInt32 = 0, _ values: [String: Value]
    ) throws -> StoreChanges.Row {
        let layout = try #require(store.layouts.layout(for: entity))
        let row = MutableRow.make(layout, key: key)
        for (name, value) in values {
            let index = layout.index(of: PropertyKey(name))
            try #require(index >= 0)
            try row.set(value, at: index)
        }
        let builder = RowBatchBuilder(layouts: store.layouts)
        builder.append(packing: row, version: version + 1)
        return try #require(builder.takeChanges().first)
    }

    @discardableResult
    func save(_ changes: StoreChanges) throws -> CommitNumber {
        try store.begin(.full)
        do {
            try store.apply(changes)
            try store.prepare()
            return try store.commit()
        } catch {
            store.rollback()
            throw error
        }
    }

    @discardableResult
    func insert(_ rows: StoreChanges.Row...) throws -> CommitNumber {
        var changes = StoreChanges()
        changes.inserts = rows
        return try save(changes)
    }

    /// The keys that a query finds, in the order in which they come.
    func keys(_ query: StoreQuery, in snapshot: (any StoreSnapshot)? = nil) throws -> [Int64] {
        var keys: [Int64] = []
        try (snapshot ?? store.snapshot()).rows(store.plan(query)) { batch in
            keys += batch.map(\.key)
            return true
        }
        return keys
    }

    func rowValues(_ entity: ModelEntity, _ key: Int64, _ name: String) throws -> Value? {
        var value: Value?
        try store.snapshot().rows(entity.rootNumber, keys: [key]) { batch in
            for row in batch { value = row.value(for: PropertyKey(name)) }
            return true
        }
        return value
    }

    func attribute(_ entity: ModelEntity, _ name: String) throws -> ModelAttribute {
        try #require(entity.attribute(named: name))
    }

    func path(_ entity: ModelEntity, _ name: String) throws -> ResolvedPath {
        ResolvedPath(terminal: .attribute(try attribute(entity, name)))
    }

    func compare(
        _ entity: ModelEntity, _ name: String, _ comparator: FetchComparison.Operator, _ right: ResolvedOperand
    ) throws -> ResolvedPredicate {
        .comparison(ResolvedComparison(.path(try path(entity, name)), comparator, right))
    }

    func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
        var findings: [StoreCheck.Finding] = []
        _ = try store.snapshot().check { findings.append($0) }
        #expect(findings.isEmpty, sourceLocation: location)
    }
}

func conflicts(_ body: () throws -> Void) throws -> StoreConflicts {
    let error = #expect(throws: StoreError.self) { try body() }
    #expect(error?.code == .conflict)
    return try #require(error?.conflicts)
}
