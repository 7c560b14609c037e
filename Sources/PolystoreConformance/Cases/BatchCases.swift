import PolystoreCore
import PolystoreStorage

/// Batch requests: what a context would have done with objects, done in the stores.
enum BatchCases {
    static func add(to list: inout CaseList, _ suite: ConformanceSuite) {
        addDeletions(to: &list, suite, .together)
        addUpdates(to: &list, suite)
        addVersions(to: &list, suite)
        addInsertions(to: &list, suite)
        addUpserts(to: &list, suite)
        list.add(suite, "random batches do what a context does with objects, on every step") { bench in
            try Conformance.compareBatches(bench.factory, steps: 25, seed: 11)
        }
    }

    /// Over several stores.
    static func addAcross(to list: inout CaseList, _ suite: ConformanceSuite) {
        addDeletions(to: &list, suite, .apart)
        addPartitions(to: &list, suite)
        list.add(suite, "random batches do what a context does with objects, on every step, between stores") { bench in
            try Conformance.compareBatches(bench.factory, steps: 25, seed: 12)
        }
    }

    static func update(
        _ entity: String, _ predicate: FetchPredicate? = nil, _ values: [(String, FetchExpression)]
    ) -> BatchUpdateRequest<ManagedObject> {
        var description = FetchRequestDescription(entityName: entity)
        description.predicate = predicate
        return values.reduce(BatchUpdateRequest(FetchRequest(description))) { $0.setting($1.0, to: $1.1) }
    }

    static func delete(_ entity: String, _ predicate: FetchPredicate? = nil) -> BatchDeleteRequest<ManagedObject> {
        let request = BatchDeleteRequest<ManagedObject>(entity: entity)
        return predicate.map(request.where) ?? request
    }

    // MARK: Updates

    private static func items(_ bench: ConformanceFixture) throws -> (PersistentContainer, ManagedObjectContext) {
        let container = try bench.open(
            .of(
                .named(
                    "Item",
                    [
                        .required("number", .integer64), .optional("name", .string), .optional("price", .double),
                        .optional("data", .binary),
                    ]),
                .named("Special", parent: "Item", [.optional("extra", .string)])))
        let context = bench.context(container)
        for number in 0..<20 {
            try context.add(
                number % 4 == 3 ? "Special" : "Item",
                ["number": .integer(Int64(number)), "name": number % 5 == 4 ? .missing : .string("n\(number)")])
        }
        try context.save()
        return (container, context)
    }

    private static func addUpdates(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "an update sets constants and computes from the values before it, of subentities too") {
            bench in
            let (container, _) = try items(bench)
            let request = update(
                "Item", .compare("number", .less, .integer(10)),
                [
                    ("number", .function("add:to:", [.keyPath(["number"]), .constant(.integer(100))])),
                    ("price", .keyPath(["number"])), ("name", .constant(.missing)),
                ])
            let result = try container.execute(request.returningObjectIDs())
            try expect(result.count, is: 10)
            try expect(result.updated.count, is: 10)
            let reader = bench.context(container)
            let found = try reader.find(
                "Item", .compare("number", .greaterOrEqual, .integer(100)), by: [SortKey(["number"])])
            try expect(try found.numbers(), is: Array(100..<110))
            try expect(try found.map { try $0.value(forKey: "price") }, is: (0..<10).map { .double(Double($0)) })
            try expect(try found.allSatisfy { try $0.text() == nil }, "names are taken away")
            try expect(
                try reader.count(reader.request("Special", .compare("number", .greaterOrEqual, .integer(100)))), is: 2)
        }
        list.add(suite, "an update of the first objects of an order changes these") { bench in
            let (container, _) = try items(bench)
            var description = FetchRequestDescription(entityName: "Item")
            description.sortKeys = [SortKey(["number"], ascending: false)]
            (description.limit, description.offset) = (3, 1)
            let request = BatchUpdateRequest<ManagedObject>(FetchRequest(description))
            try expect(try container.execute(request.setting("name", to: .constant(.string("last")))).count, is: 3)
            let reader = bench.context(container)
            let found = try reader.find("Item", .compare("name", .equal, .string("last")), by: [SortKey(["number"])])
            try expect(try found.numbers(), is: [16, 17, 18])
        }
        list.add(suite, "an update of nothing changes nothing, and makes no commit") { bench in
            let (container, _) = try items(bench)
            let before = try container.coordinator.snapshot().commits
            let result = try container.execute(
                update("Item", .constant(false), [("name", .constant(.string("x")))]).returningObjectIDs())
            try expect(result.count, is: 0)
            try expect(result.changes?.isEmpty, is: true)
            try expect(result.commits.isEmpty, "no commit")
            try expect(try container.coordinator.snapshot().commits, is: before)
        }
        list.add(suite, "a value that does not fit, in any row, changes nothing") { bench in
            let (container, _) = try items(bench)
            let request = update(
                "Item", nil,
                [("number", .function("divide:by:", [.constant(.integer(10)), .keyPath(["number"])]))])
            // Ten divided by zero is no value, and a number is required.
            let error = try expectError(BatchError.self) { try container.execute(request) }
            try expect(error.code, is: .validation)
            try expect(error.object != nil, "the object is named")
            let reader = bench.context(container)
            try expect(try reader.find("Item", by: [SortKey(["number"])]).numbers(), is: Array(0..<20))
        }
        list.add(suite, "thousands of rows are changed, and rows of other versions conflict") { bench in
            let (container, context) = try items(bench)
            let insert = BatchInsertRequest<ManagedObject>(entity: "Item", of: 100..<1_300) { number, row in
                row["number"] = .integer(Int64(number))
            }
            try expect(try container.execute(insert).count, is: 1_200)
            try expect(
                try container.execute(update("Item", nil, [("name", .constant(.string("all")))])).count, is: 1_220)
            let reader = bench.context(container)
            try expect(try reader.count(reader.request("Item", .compare("name", .equal, .string("all")))), is: 1_220)
            try expect(
                try container.execute(delete("Item", .compare("number", .greaterOrEqual, .integer(100)))).count,
                is: 1_200)
            try expect(try reader.count(reader.request("Item")), is: 20)
            context.reset()
        }
    }

    // MARK: Versions

    private static func addVersions(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "a context with unsaved changes conflicts with an update of the same object") { bench in
            let (container, context) = try items(bench)
            let item = try require(try context.find("Item", .compare("number", .equal, .integer(1))).first)
            try item.setValue(.string("mine"), forKey: "name")
            try context.execute(update("Item", nil, [("price", .constant(.double(2)))]))
            try expect(try item.text(), is: "mine", "unsaved changes stay")
            let error = try expectError(SaveError.self, "a stale version") { try context.save() }
            try expect(error.code, is: .conflict)
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            let reader = bench.context(container)
            let stored = try require(try reader.find("Item", .compare("number", .equal, .integer(1))).first)
            try expect(try stored.text(), is: "mine")
            try expect(try stored.value(forKey: "price"), is: .double(2))
        }
        list.add(suite, "what is registered takes the new values with the IDs of the result") { bench in
            let (container, context) = try items(bench)
            let items = try context.find("Item", by: [SortKey(["number"])])
            let result = try container.execute(
                update("Item", .compare("number", .less, .integer(2)), [("name", .constant(.string("new")))])
                    .returningObjectIDs())
            let gone = try container.execute(
                delete("Item", .compare("number", .equal, .integer(2))).returningObjectIDs())
            try expect(try items[0].text(), is: "n0", "nothing is merged by itself")
            context.mergeChanges(from: result)
            context.mergeChanges(from: gone)
            try expect(try items[0].text(), is: "new")
            try expect(gone.deleted, is: [items[2].objectID])
            try expect(context.registeredObject(for: items[2].objectID) == nil, "a deleted object is let go")
            try items[0].setValue(.string("mine"), forKey: "name")
            try context.save()
        }
        list.add(suite, "contexts that merge automatically follow batches, and lists with them") { bench in
            let (container, context) = try items(bench)
            context.automaticallyMergesChangesFromParent = true
            let request = context.request(
                "Item", .compare("name", .beginsWith, .string("n")), by: [SortKey(["number"])])
            let results = try FetchedResultsController(request, in: context)
            try results.performFetch()
            try expect(results.results.count, is: 16)
            try container.execute(
                update("Item", .compare("number", .less, .integer(3)), [("name", .constant(.missing))]))
            try container.execute(delete("Item", .compare("number", .equal, .integer(5))))
            try container.execute(
                BatchInsertRequest<ManagedObject>(
                    entity: "Item", dictionaries: [["number": .integer(50), "name": .string("new")]]))
            try context.processPendingChanges()
            try expect(try results.objects.numbers(), is: [3, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18, 50])
        }
        list.add(
            suite, "an object that a batch deleted conflicts with its unsaved change", covers: [.saveError(.conflict)]
        ) { bench in
            let (container, context) = try items(bench)
            let item = try require(try context.find("Item", .compare("number", .equal, .integer(1))).first)
            try item.setValue(.string("mine"), forKey: "name")
            try container.execute(BatchDeleteRequest<ManagedObject>(objectIDs: [item.objectID, item.objectID]))
            let error = try expectError(SaveError.self, "a deleted object") { try context.save() }
            try expect(error.code, is: .conflict)
        }
    }
}
