import PolystoreRandom
import Foundation
import PolystoreQuery
@testable import PolystoreRecordLayer
import PolystoreStorage
import Synchronization
import Testing

@testable import PolystoreMemory

@Suite("Plans over ordered keys")
struct RecordPlannerTests {
    let staff: StaffFixture

    init() throws { staff = try StaffFixture() }

    /// Nothing is behind any object: the predicates of these tests do not follow relationships.
    final class NoSource: RowSource {
        func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? { nil }
        func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] { [] }
    }

    private func constant(_ name: String, _ source: inout RandomSource) -> Value {
        if Int.random(in: 0..<8, using: &source) == 0 { return .missing }
        switch name {
        case "age": return .integer(Int64.random(in: -3...3, using: &source))
        case "score": return .double(Double(Int.random(in: -2...2, using: &source)) / 2)
        case "employer": return .object(staff.id(staff.company, Int64.random(in: 1...3, using: &source)))
        default:
            let isLong = Int.random(in: 0..<3, using: &source) == 0
            let head = isLong ? String(repeating: "y", count: Int.random(in: 397...399, using: &source)) : ""
            return .string(head + ["", "a", "b", "ab", "yy", "yyz", "a\0"][Int.random(in: 0..<7, using: &source)])
        }
    }

    private func fill(_ source: inout RandomSource) throws {
        var changes = StoreChanges()
        for key in 1...3 { changes.inserts.append(try staff.row(staff.company, Int64(key), [:])) }
        for key in 1...300 {
            let entity = Bool.random(using: &source) ? staff.worker : staff.manager
            var values: [String: Value] = [:]
            for name in ["age", "score", "employer"] { values[name] = constant(name, &source) }
            if entity === staff.worker { values["badge"] = constant("badge", &source) }
            if Bool.random(using: &source) { values["name"] = .string("\(constant("name", &source))\(key)") }
            changes.inserts.append(try staff.row(entity, Int64(key), values))
        }
        try staff.save(changes)
    }

    private func predicate(_ entity: ModelEntity, _ source: inout RandomSource) throws -> ResolvedPredicate {
        let names = entity === staff.worker ? ["age", "score", "employer", "badge"] : ["age", "score", "employer"]
        let name = names[Int.random(in: 0..<names.count, using: &source)]
        let left: ResolvedPath
        if name == "employer" {
            left = ResolvedPath(steps: [try #require(entity.relationship(named: name))], terminal: .object)
        } else {
            left = try staff.path(entity, name)
        }
        func compare(_ comparator: FetchComparison.Operator, _ right: ResolvedOperand) -> ResolvedPredicate {
            .comparison(ResolvedComparison(.path(left), comparator, right))
        }
        switch Int.random(in: 0..<7, using: &source) {
        case 0, 1: return compare(.equal, .constant(constant(name, &source)))
        case 2: return compare(.notEqual, .constant(Bool.random(using: &source) ? .missing : constant(name, &source)))
        case 3 where name == "badge":
            let comparator = Bool.random(using: &source) ? FetchComparison.Operator.beginsWith : .like
            let texts = ["a", "yy", "b", "a*", "yy*z", "?b", "\\a"]
            return compare(comparator, .constant(.string(texts[Int.random(in: 0..<texts.count, using: &source)])))
        case 3, 4:
            if name == "employer" {
                let objects = (0..<2).map { _ in staff.id(staff.company, Int64.random(in: 1...4, using: &source)) }
                return compare(.isIn, .objects(Set(objects)))
            }
            return compare(.isIn, .values((0..<3).map { _ in constant(name, &source) }))
        case 5 where name != "employer":
            let bounds = [constant(name, &source), constant(name, &source)]
            return compare(.between, .values(bounds))
        default:
            if name == "employer" { return .constant(true) }
            let comparators: [FetchComparison.Operator] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
            return compare(
                comparators[Int.random(in: 0..<4, using: &source)], .constant(constant(name, &source)))
        }
    }

    /// A predicate with alternatives and negations around comparisons.
    private func nested(
        _ entity: ModelEntity, _ source: inout RandomSource, _ depth: Int = 0
    ) throws -> ResolvedPredicate {
        switch Int.random(in: 0..<(depth < 2 ? 8 : 5), using: &source) {
        case 5, 6:
            return .or(
                try (0..<Int.random(in: 1...3, using: &source)).map { _ in try nested(entity, &source, depth + 1) })
        case 7:
            let parts = try (0..<2).map { _ in try nested(entity, &source, depth + 1) }
            return Bool.random(using: &source) ? .and(parts) : .not(.and(parts))
        case 4:
            let ids = (0..<3).map { _ in staff.id(entity, Int64.random(in: 1...400, using: &source)) }
            return .comparison(ResolvedComparison(.path(.evaluatedObject), .isIn, .objects(Set(ids))))
        default: return try predicate(entity, &source)
        }
    }

    private func query(_ source: inout RandomSource) throws -> StoreQuery {
        let entities = [[staff.worker], [staff.manager], [staff.manager, staff.worker]]
        var query = StoreQuery(entities: entities[Int.random(in: 0..<3, using: &source)])
        let entity = query.entities[0]
        let scope = query.entities.count == 1 ? entity : staff.manager
        let parts = try (0..<Int.random(in: 0...3, using: &source)).map { _ in try nested(scope, &source) }
        query.predicate = ResolvedPredicate.conjunction(parts)
        let sortable = query.entities == [staff.worker] ? ["age", "score", "badge"] : ["age", "score"]
        for _ in 0..<Int.random(in: 0...2, using: &source) {
            let name = sortable[Int.random(in: 0..<sortable.count, using: &source)]
            query.sortKeys.append(
                ResolvedSortKey(try staff.path(scope, name), ascending: Bool.random(using: &source)))
        }
        query.isOrdered = !query.sortKeys.isEmpty || Bool.random(using: &source)
        if query.isOrdered, Bool.random(using: &source) { query.limit = Int.random(in: 1...20, using: &source) }
        return query
    }

    /// Every matching key in the query's order, by evaluating all rows.
    private func expected(_ query: StoreQuery, _ rows: [RowView]) throws -> [Int64] {
        let source = NoSource()
        let evaluator = query.predicate.map { PredicateEvaluator($0) }
        let numbers = query.entities.compactMap { staff.store.layouts.layout(for: $0)?.descriptor.entityNumber }
        let found = try rows.filter { row in
            try numbers.contains(row.layout.descriptor.entityNumber)
                && (evaluator?.matches(row, source: source) ?? true)
        }
        return found.sorted { isBefore($0, $1, query) }.map(\.key)
    }

    private func isBefore(_ left: RowView, _ right: RowView, _ query: StoreQuery) -> Bool {
        for key in query.sortKeys {
            guard case .attribute(let attribute) = key.path?.terminal else { continue }
            let (a, b) = (left.value(for: attribute.key), right.value(for: attribute.key))
            let order: Int
            if a.isMissing || b.isMissing {
                order = a.isMissing ? (b.isMissing ? 0 : -1) : 1
            } else {
                order = ValueOrder.order(a, b) ?? 0
            }
            if order != 0 { return (order < 0) == key.isAscending }
        }
        return (left.key < right.key) == query.isKeyAscending
    }

    /// A query whose conditions compare attributes with values that are there.
    private func plainQuery(_ source: inout RandomSource) throws -> StoreQuery {
        var query = StoreQuery(entities: Bool.random(using: &source) ? [staff.worker] : [staff.manager, staff.worker])
        let names = query.entities.count == 1 ? ["age", "score", "name", "badge"] : ["age", "score", "name"]
        let entity = query.entities.count == 1 ? staff.worker : staff.person
        let comparators: [FetchComparison.Operator] = [
            .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
        ]
        let parts: [ResolvedPredicate] = try (0..<Int.random(in: 0...2, using: &source)).map { _ in
            let name = names.randomElement(using: &source) ?? "age"
            var value = Value.missing
            while value.isMissing { value = constant(name, &source) }
            // A number of another type is another value for an index.
            if name == "age", source.chance(3) { value = .double(Double(Int.random(in: 1...5, using: &source)) / 2) }
            return .comparison(
                ResolvedComparison(
                    .path(try staff.path(entity, name)), comparators.randomElement(using: &source) ?? .equal,
                    .constant(value)))
        }
        query.predicate = .conjunction(parts)
        if Bool.random(using: &source) {
            let key = ResolvedSortKey(try staff.path(entity, "age"), ascending: Bool.random(using: &source))
            query.sortKeys = source.chance(3) ? [] : [key]
            query.isOrdered = true
            if Bool.random(using: &source) { query.limit = 5 }
        }
        return query
    }

    @Test("a plan with other values is the one that would be made for them, or none")
    func boundPlansAreThoseThatAreMade() throws {
        var source = RandomSource()
        try fill(&source)
        let snapshot = try staff.store.snapshot()
        var plans: [StoreQuery: StorePlan] = [:]
        var bound = 0
        for _ in 0..<800 {
            let query = try plainQuery(&source)
            let made = staff.store.plan(query)
            let conditions = query.predicate?.conjuncts ?? []
            let values = conditions.compactMap { condition -> Value? in
                guard case .comparison(let comparison) = condition, case .constant(let value) = comparison.right else {
                    return nil
                }
                return value
            }
            // The same query without its values.
            var form = query
            form.predicate = .conjunction(
                conditions.map { condition in
                    guard case .comparison(var comparison) = condition else { return condition }
                    comparison.right = .constant(.string(values[0].kindName))
                    return .comparison(comparison)
                })
            let other = plans.updateValue(made, forKey: form)
            guard let other, let plan = staff.store.rebind(other, to: values) else { continue }
            bound += 1
            #expect(plan.query == query)
            #expect(plan.residual == made.residual)
            #expect((plan.isSorted, plan.isLimited) == (made.isSorted, made.isLimited))
            #expect(try keys(plan, snapshot) == keys(made, snapshot))
            #expect(try snapshot.count(plan) == snapshot.count(made))
            let (found, wanted) = (plan.payload(as: RecordPlan.self), made.payload(as: RecordPlan.self))
            #expect(found != nil && String(describing: found?.access) == String(describing: wanted?.access))
            #expect(found?.filter == wanted?.filter && found?.direction == wanted?.direction)
        }
        #expect(bound > 200)
    }

    @Test(
        "numbers between which there is none are the range that is made for them", arguments: [Int64(-2), -1, 0, 1, 7])
    func noNumberBetween(_ number: Int64) throws {
        func query(_ low: Int64, _ high: Int64) throws -> StoreQuery {
            var query = StoreQuery(entities: [staff.worker])
            query.predicate = .conjunction(
                try [(FetchComparison.Operator.greater, low), (.less, high)].map { comparator, value in
                    .comparison(
                        ResolvedComparison(
                            .path(try staff.path(staff.worker, "age")), comparator, .constant(.integer(value))))
                })
            return query
        }
        let plan = staff.store.plan(try query(10, 20))
        #expect(staff.store.rebind(plan, to: [.integer(number), .integer(number + 2)]) != nil)
        for high in [number - 1, number, number + 1] {
            let bound = try #require(staff.store.rebind(plan, to: [.integer(number), .integer(high)]))
            let made = staff.store.plan(try query(number, high))
            let (found, wanted) = (bound.payload(as: RecordPlan.self), made.payload(as: RecordPlan.self))
            #expect(String(describing: found?.access) == String(describing: wanted?.access))
        }
    }

    private func keys(_ plan: StorePlan, _ snapshot: any StoreSnapshot) throws -> [Int64] {
        var found: [Int64] = []
        try snapshot.rows(plan) { batch in
            found += batch.map(\.key)
            return true
        }
        return found
    }

    @Test("a plan and its residual find exactly what evaluating every row finds, in the promised order")
    func differential() throws {
        var source = RandomSource()
        try fill(&source)
        let snapshot = try staff.store.snapshot()
        var batches: [RowBatch] = []
        try snapshot.rows(staff.store.plan(StoreQuery(entities: [staff.manager, staff.worker]))) { batch in
            batches.append(batch)
            return true
        }
        let rows = batches.flatMap(Array.init)
        #expect(rows.count == 300)
        var (indexed, united, merged) = (0, 0, 0)
        var sorted = 0
        for _ in 0..<1000 {
            let query = try query(&source)
            let plan = staff.store.plan(query)
            let wanted = try expected(query, rows)
            let path = staff.store.explain(plan)[0].text
            if path.hasPrefix("index") { indexed += 1 }
            if path.hasPrefix("any of") { united += 1 }
            if path.hasSuffix("merged") { merged += 1 }
            if plan.isSorted { sorted += 1 }
            let evaluator = plan.residual.map { PredicateEvaluator($0) }
            let noSource = NoSource()
            var found: [Int64] = []
            try snapshot.rows(plan) { batch in
                for row in batch {
                    do {
                        if try evaluator?.matches(row, source: noSource) ?? true { found.append(row.key) }
                    } catch {
                        Issue.record(error)
                    }
                }
                return true
            }
            let limited = plan.isLimited ? Array(wanted.prefix(query.limit ?? .max)) : wanted
            if plan.isSorted {
                #expect(found == limited, "\(staff.store.explain(plan))")
            } else {
                #expect(found.sorted() == limited.sorted(), "\(staff.store.explain(plan))")
            }
            if plan.isExact { #expect(try snapshot.count(plan) == min(wanted.count, query.limit ?? .max)) }
        }
        #expect(indexed > 50)
        #expect(united > 5)
        #expect(merged > 5)
        #expect(sorted > 50)
    }

    @Test(
        "the first few of many are found without a sort of all, also when each row comes before all that came earlier")
    func firstOfMany() throws {
        let count: Int64 = 3000
        var changes = StoreChanges()
        changes.inserts = try (1...count).map { try staff.row(staff.worker, $0, ["age": .integer(count - $0)]) }
        _ = try staff.save(changes)
        var query = StoreQuery(entities: [staff.worker])
        query.sortKeys = [
            ResolvedSortKey(try staff.path(staff.worker, "badge")),
            ResolvedSortKey(try staff.path(staff.worker, "age")),
        ]
        query.isOrdered = true
        query.limit = 70
        let plan = staff.store.plan(query)
        #expect(staff.store.explain(plan).last?.text == "keep the first 70 in order")
        #expect(plan.isSorted && plan.isLimited)
        #expect(try staff.keys(query) == Array((count - 69...count).reversed()))
    }

    @Test("a limit and an index that has the order visit as many entries and rows as are wanted, and one more at most")
    func limitedReads() throws {
        let engine = ReadCountingEngine()
        let staff = try StaffFixture { opening in
            var opening = opening
            opening.creates = true
            return try RecordStore(engine, opening)
        }
        var changes = StoreChanges()
        changes.inserts = try (1...2000).map {
            try staff.row(staff.worker, $0, ["badge": .string("b\($0 * 7919 % 2000)")])
        }
        try staff.save(changes)
        var query = StoreQuery(entities: [staff.worker])
        query.predicate = try staff.compare(staff.worker, "badge", .greater, .constant(.string("b3")))
        query.sortKeys = [ResolvedSortKey(try staff.path(staff.worker, "badge"))]
        query.isOrdered = true
        // Offset and limit together, as a fetch asks a store for them.
        query.limit = 60
        let before = engine.reads.load(ordering: .relaxed)
        #expect(try staff.keys(query).count == 60)
        #expect(engine.reads.load(ordering: .relaxed) - before <= 2 * 61)
    }

    @Test("a count that ranges of an index answer looks at no row, subentities or not")
    func countedByIndex() throws {
        let engine = ReadCountingEngine()
        let staff = try StaffFixture { opening in
            var opening = opening
            opening.creates = true
            return try RecordStore(engine, opening)
        }
        var changes = StoreChanges()
        changes.inserts = try (1...500).map { key in
            let entity = key.isMultiple(of: 2) ? staff.worker : staff.manager
            return try staff.row(entity, Int64(key), ["age": .integer(Int64(key % 10))])
        }
        try staff.save(changes)
        for (entities, expected) in [([staff.manager, staff.worker], 100), ([staff.worker], 50)] {
            var query = StoreQuery(entities: entities)
            query.predicate = try staff.compare(
                entities[0], "age", .isIn, .values([.integer(3), .integer(4)]))
            let plan = staff.store.plan(query)
            let snapshot = try staff.store.snapshot()
            let before = engine.reads.load(ordering: .relaxed)
            #expect(try snapshot.count(plan) == expected)
            #expect(engine.reads.load(ordering: .relaxed) - before == 100)
        }
    }

    @Test("the index with fewer entries is taken, whichever is declared first")
    func choice() throws {
        var changes = StoreChanges()
        changes.inserts = try (1...400).map { key in
            try staff.row(
                staff.worker, key,
                ["age": .integer(key <= 390 ? 1 : key), "badge": .string(key.isMultiple(of: 100) ? "b" : "c\(key)")])
        }
        try staff.save(changes)
        func index(_ age: Int64, _ badge: String) throws -> String? {
            var query = StoreQuery(entities: [staff.worker])
            query.predicate = .and([
                try staff.compare(staff.worker, "age", .equal, .constant(.integer(age))),
                try staff.compare(staff.worker, "badge", .beginsWith, .constant(.string(badge))),
            ])
            return staff.store.explain(staff.store.plan(query)).first.map { "\($0.text), \($0.estimatedRows ?? -1)" }
        }
        #expect(try index(1, "b") == "index Worker(badge): 1 range, 4")
        #expect(try index(395, "c") == "index Person(age): 1 range, 1")
    }

    @Test("objects asked for by ID are looked up by key")
    func byKey() throws {
        try staff.insert(
            staff.row(staff.worker, 1, [:]), staff.row(staff.manager, 2, [:]), staff.row(staff.worker, 3, [:]))
        var query = StoreQuery(entities: [staff.worker])
        let ids: Set<ObjectID> = [staff.id(staff.worker, 3), staff.id(staff.worker, 1), staff.id(staff.worker, 2)]
        query.predicate = .comparison(ResolvedComparison(.path(.evaluatedObject), .isIn, .objects(ids)))
        query.isOrdered = true
        let plan = staff.store.plan(query)
        #expect(staff.store.explain(plan).map(\.text) == ["look up 3 keys", "in order"])
        #expect(plan.isExact)
        #expect(try staff.keys(query) == [1, 3])
        query.limit = 1
        #expect(try staff.keys(query) == [1])
    }

    @Test("a plan says which index it uses, and what is left")
    func explanation() throws {
        var query = StoreQuery(entities: [staff.worker])
        query.predicate = .and([
            try staff.compare(staff.worker, "badge", .beginsWith, .constant(.string("a"))),
            try staff.compare(staff.worker, "age", .notEqual, .constant(.integer(1))),
        ])
        query.sortKeys = [ResolvedSortKey(try staff.path(staff.worker, "badge"), ascending: false)]
        query.isOrdered = true
        let plan = staff.store.plan(query)
        #expect(
            staff.store.explain(plan).map(\.text)
                == ["index Worker(badge): 1 range", "keep rows where age != 1", "in order, backwards"])
        #expect(plan.residual == nil)
        #expect(plan.isSorted)
        #expect(!plan.isLimited)
    }
}
