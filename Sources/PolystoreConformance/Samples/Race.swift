import PolystoreCore
import PolystoreStorage

/// Two contexts that read the same object, the first of which saves before the second.
struct Race {
    let bench: ConformanceFixture
    let container: PersistentContainer
    let theirs: ManagedObjectContext
    let mine: ManagedObjectContext
    let theirObject: ManagedObject
    let myObject: ManagedObject

    /// Persons at companies; names of companies are unique only when asked for.
    static func model(unique: Bool = false) -> ModelDescription {
        let company = EntityDescription.named(
            "Company", [.optional("name", .string), .optional("size", .integer64)],
            [.many("staff", to: "Person", inverse: "employer")])
        return .of(
            unique ? company.unique("name") : company,
            .named(
                "Person",
                [
                    .optional("name", .string), .optional("age", .integer64), .optional("score", .double),
                    .optional("photo", .binary),
                ],
                [.one("employer", to: "Company", inverse: "staff")]))
    }

    /// Ada, aged 36 with score 1, at no company; she is of another store than companies where there are several.
    init(_ bench: ConformanceFixture, _ policy: MergePolicy = .error) throws {
        self.bench = bench
        let groups: [[String]]? = bench.factory.types.count > 1 ? Race.groups(bench) : nil
        var model = Race.model()
        if bench.factory.types.count > 2 { model.entities.append(.named("Spare", [.optional("name", .string)])) }
        container = try bench.open(model, split: groups)
        theirs = bench.context(container)
        theirObject = try theirs.add("Person", ["name": .string("Ada"), "age": .integer(36), "score": .double(1)])
        try theirs.save()
        mine = bench.context(container)
        mine.mergePolicy = policy
        myObject = try mine.own(theirObject)
    }

    /// People are in the first volatile store, because they refer to companies.
    private static func groups(_ bench: ConformanceFixture) -> [[String]] {
        var groups =
            bench.isVolatile(1) && !bench.isVolatile(0) ? [["Company"], ["Person"]] : [["Person"], ["Company"]]
        if bench.factory.types.count > 2 { groups.append(["Spare"]) }
        return groups
    }

    /// The stored value, as another context reads it; nil when the object is gone.
    func stored() throws -> (name: String?, age: Value, score: Value, version: Int)? {
        guard let found = try bench.context(container).find("Person").first else { return nil }
        return (
            try found.text(), try found.value(forKey: "age"), try found.value(forKey: "score"), found.version
        )
    }

    /// Sets values of an object.
    func set(_ object: ManagedObject, _ values: [String: Value]) throws {
        for (name, value) in values { try object.setValue(value, forKey: name) }
    }

    /// Expects name, age and score in the store; nil for an object that is gone.
    func expectStored(_ expected: (name: String, age: Int64, score: Double)?, _ what: String) throws {
        let found = try stored()
        guard let expected else { return try expect(found == nil, "\(what): the object is there") }
        let present = try require(found, "\(what): the object is gone")
        try expect(present.name, is: expected.name, what)
        try expect(present.age, is: .integer(expected.age), what)
        try expect(present.score, is: .double(expected.score), what)
    }
}
