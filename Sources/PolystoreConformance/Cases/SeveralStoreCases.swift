import Foundation
import PolystoreCore
import PolystoreStorage

/// One graph over several stores: relationships, rules, conflicts and questions across them.
enum SeveralStoreCases {
    static func add(to list: inout CaseList, _ factory: ConformanceFactory) {
        SharedCutCases.add(to: &list)
        RelationshipCases.add(to: &list, .multiStore, .apart)
        OrderCases.add(to: &list, .multiStore, .apart)
        PrefetchCases.add(to: &list, .multiStore, .apart)
        PathCases.add(to: &list, .multiStore, .apart)
        DeleteRuleCases.add(to: &list, .multiStore, .apart)
        MergePolicyCases.add(to: &list, .multiStore)
        UniquenessCases.addAcross(to: &list)
        addPartitions(to: &list, factory.types.count)
        addWhole(to: &list)
        addAbsent(to: &list)
        AbsenceCases.add(to: &list)
        RedoCases.add(to: &list, .multiStore, .apart)
        JointCrashCases.add(to: &list)
        BackupCases.add(to: &list)
        GenerationCases.add(to: &list, .multiStore)
        LiveResultCases.add(to: &list, .multiStore)
        UndoCases.add(to: &list, .undo, .apart)
        BatchCases.addAcross(to: &list, .batches)
    }

    /// Items in every store by their region; one or two numbers are equal across stores.
    private static func partitioned(_ bench: ConformanceFixture) throws -> PersistentContainer {
        let model = ModelDescription.of(
            .named(
                "Item", [.required("region", .integer64), .optional("number", .integer64), .optional("name", .string)]))
        let count = bench.factory.types.count
        let stores = (0..<count).map { bench.description("part\($0)", at: $0, entities: ["Item"]) }
        let homes = (0..<count).map { PartitionRule.Home(.integer(Int64($0)), store: "part\($0)") }
        return try bench.open(
            model, stores, partitions: [PartitionRule(entity: "Item", attribute: "region", homes: homes)])
    }

    private static func fill(_ context: ManagedObjectContext, _ count: Int) throws {
        for number in 0..<30 {
            try context.add(
                "Item",
                [
                    "region": .integer(Int64(number % count)), "name": .string("n\(number % 7)"),
                    "number": number % 10 == 9 ? .missing : .integer(Int64(number / 2)),
                ])
        }
    }

    /// The values of the rows of a store alone, as a list: what the union must agree with.
    private static func expected(_ count: Int) -> [(store: Int, index: Int, number: Int?, name: String)] {
        (0..<30).map { ($0 % count, $0, $0 % 10 == 9 ? nil : $0 / 2, "n\($0 % 7)") }
    }

    private static func addPartitions(to list: inout CaseList, _ count: Int) {
        list.add(.multiStore, "an object goes to the store that its values decide, and stays there") { bench in
            let container = try partitioned(bench)
            let context = bench.context(container)
            try fill(context, count)
            try context.save()
            for item in try bench.context(container).find("Item") {
                try expect(container.store(of: item).name, is: "part\(try item.number("region"))")
            }
        }
        for ascending in [true, false] {
            list.add(
                .multiStore,
                "an order \(ascending ? "ascending" : "descending") goes through all stores: missing values, ties by key, then by the stores' order; pages fit together"
            ) { bench in
                let container = try partitioned(bench)
                let context = bench.context(container)
                try fill(context, count)
                try context.save()
                let rows = expected(count).sorted { left, right in
                    let (first, second) = (left.number ?? -1, right.number ?? -1)
                    if first != second { return (first < second) == ascending }
                    // Keys ascend in each store with the order of insertion.
                    let (leftKey, rightKey) = (left.index / count, right.index / count)
                    if leftKey != rightKey { return (leftKey < rightKey) == ascending }
                    return left.store < right.store
                }
                let reader = bench.context(container)
                let keys = [SortKey(["number"], ascending: ascending)]
                let whole = try reader.find("Item", by: keys)
                try expect(
                    try whole.map { try $0.value(forKey: "number") },
                    is: rows.map { $0.number.map { .integer(Int64($0)) } ?? .missing })
                try expect(try whole.map { try $0.number("region") }, is: rows.map(\.store))
                var paged: [ManagedObject] = []
                for offset in stride(from: 0, to: 30, by: 7) {
                    paged += try reader.find("Item", by: keys, limit: 7, offset: offset)
                }
                try expect(paged, is: whole, "pages of seven")
            }
        }
        for comparator in FetchComparison.Operator.ofValues {
            list.add(
                .multiStore, "number \(comparator.text) x finds the rows of all stores, and NOT the others",
                covers: [.comparison(comparator)]
            ) { bench in
                let container = try partitioned(bench)
                let context = bench.context(container)
                try fill(context, count)
                try context.save()
                let reader = bench.context(container)
                for constant in [0, 3, 7, 20] {
                    let predicate = FetchPredicate.compare("number", comparator, .integer(Int64(constant)))
                    let wanted = expected(count).count {
                        $0.number.map { comparator.holds($0, constant) ?? false } ?? (comparator == .notEqual)
                    }
                    try expect(try reader.find("Item", predicate).count, is: wanted, "x = \(constant)")
                    try expect(
                        try reader.count(reader.request("Item", predicate)), is: wanted, "counted, x = \(constant)")
                    try expect(
                        try reader.count(reader.request("Item", .not(predicate))), is: 30 - wanted,
                        "NOT, x = \(constant)")
                }
            }
        }
        list.add(.multiStore, "a fetch can be kept to some of the stores") { bench in
            let container = try partitioned(bench)
            let context = bench.context(container)
            try fill(context, count)
            try context.save()
            let reader = bench.context(container)
            for store in 0..<count {
                let found = try reader.fetch(reader.request("Item").affecting(stores: ["part\(store)"]))
                try expect(Set(try found.map { try $0.number("region") }), is: [store])
                try expect(found.count, is: 30 / count)
            }
        }
        list.add(
            .multiStore, "the attribute that decided the store cannot change, and a value without a store is refused"
        ) { bench in
            let container = try partitioned(bench)
            let context = bench.context(container)
            let item = try context.add("Item", ["region": .integer(0)])
            try expectError(ContextError.self, "a changed region") { try item.setValue(.integer(1), forKey: "region") }
            let error = try expectError(CoordinatorError.self, "no store") {
                try context.add("Item", ["region": .integer(99)])
            }
            try expect(error.code, is: .noPartition)
            try expect(context.insertedObjects, is: [item])
        }
        list.add(.multiStore, "unsaved objects of every store stand in their places among the saved ones") { bench in
            let container = try partitioned(bench)
            let context = bench.context(container)
            for number in [10, 30, 50] as [Int64] {
                try context.add(
                    "Item",
                    ["region": .integer(number / 20), "number": .integer(number)].filter {
                        $0.key != "region" || number / 20 < count
                    }.merging(["region": .integer(number % Int64(count))]) { $1 })
            }
            try context.save()
            for number in [20, 40, 5] as [Int64] {
                try context.add("Item", ["region": .integer(number % Int64(count)), "number": .integer(number)])
            }
            try expect(try context.find("Item", by: [SortKey(["number"])]).numbers(), is: [5, 10, 20, 30, 40, 50])
            try expect(
                try context.find("Item", by: [SortKey(["number"])], limit: 2, offset: 1).numbers(), is: [10, 20])
        }
    }

    private static func addWhole(to list: inout CaseList) {
        list.add(
            .multiStore, "a save that one store refuses writes nothing in the others (P2)",
            covers: [.saveError(.conflict)]
        ) { bench in
            let race = try Race(bench)
            try race.set(race.theirObject, ["name": .string("Theirs")])
            _ = try race.myObject.text()
            try race.theirs.save()
            try race.set(race.myObject, ["name": .string("Mine")])
            try race.mine.add("Company", ["name": .string("New")])
            let error = try expectError(SaveError.self) { try race.mine.save() }
            try expect(error.code, is: .conflict)
            let reader = bench.context(race.container)
            try expect(try reader.count(reader.request("Company")), is: 0)
            try expect(try reader.find("Person").names(), is: ["Theirs"])
        }
        list.add(.multiStore, "objects of all stores are saved together, and a rollback takes all back") { bench in
            let race = try Race(bench)
            let context = race.theirs
            for number in 0..<5 {
                let company = try context.add("Company", ["name": .string("C\(number)")])
                try context.add("Person", ["name": .string("P\(number)")]).setRelatedObject(company, forKey: "employer")
            }
            context.rollback()
            try expect(try context.count(context.request("Company")), is: 0)
            let company = try context.add("Company", ["name": .string("C")])
            try race.theirObject.setRelatedObject(company, forKey: "employer")
            try context.save()
            let reader = bench.context(race.container)
            try expect(try reader.find("Company").first?.names("staff"), is: ["Ada"])
            try expect(try reader.find("Person", .compare("employer.name", .equal, .string("C"))).names(), is: ["Ada"])
            try expect(
                try reader.find("Company", .compare("staff.age", .greater, .integer(30), quantifier: .any)).names(),
                is: ["C"])
            try expect(try reader.find("Company", .compare("staff.@count", .equal, .integer(1))).names(), is: ["C"])
        }
    }

    private static func addAbsent(to list: inout CaseList) {
        list.add(
            .multiStore,
            "while a store is away its objects are inaccessible, and all is well when it is back",
            needs: [.durable]
        ) { bench in
            try DurableStores.require(bench)
            guard let opened = try RelationshipShape.oneToMany.open(bench, .apart) else { return }
            let context = opened.context()
            let objects = try opened.objects(context, left: 1, right: 2)
            try opened.link(objects.left[0], "others", objects.right[0])
            try context.save()
            let coordinator = opened.container.coordinator
            let away = container(coordinator, of: objects.left[0])
            let description = try require(coordinator.store(named: away)?.description)
            try coordinator.removeStore(named: away)

            let other = opened.context()
            let right = try other.own(objects.right[0])
            try expect(try right.text(), is: "R0")
            let left = try require(try right.relatedObject(forKey: "back"))
            try expectError(ContextError.self, "reading what is away") { _ = try left.text() }
            _ = other.takeAccessError()
            other.rollback()
            try coordinator.addStore(description)
            other.rollback()
            let again = opened.context()
            try expect(try again.own(objects.right[0]).relatedObject(forKey: "back")?.text(), is: "L0")
        }
    }

    private static func container(_ coordinator: PersistentStoreCoordinator, of object: ManagedObject) -> String {
        coordinator.store(object.objectID.store)?.name ?? ""
    }
}
