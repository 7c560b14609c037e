import PolystoreCore
import PolystoreStorage

extension BatchCases {
    /// A deletion of the same object, once by a context and once by a batch, must leave the same graph.
    static func addDeletions(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        for rule in DeleteRule.allCases {
            for shape in RelationshipShape.allCases where placement == .together || !shape.isWithinEntity {
                list.add(
                    suite,
                    "\(rule.rawValue) on \(shape.phrase)\(placement.phrase): a batch leaves what a deletion of objects leaves",
                    needs: shape.needs, covers: [.deleteRule(rule)]
                ) { bench in
                    let twin = try ConformanceFixture(bench.factory)
                    defer { twin.close() }
                    guard let opened = try shape.open(bench, placement, rule),
                        let other = try shape.open(twin, placement, rule)
                    else { return }
                    // What No Action leaves refers to nothing, and is not cleared away again.
                    let isOnce = rule == .noAction || placement == .apart
                    for names in isOnce ? [["L0", "L1"]] : [["L0"], ["L0", "L1"]] {
                        try compare(opened, other, names, rule)
                    }
                }
            }
        }
    }

    /// Makes a graph in both, deletes by objects in one and by a batch in the other, and compares.
    private static func compare(
        _ first: RelationshipFixture, _ second: RelationshipFixture, _ names: [String], _ rule: DeleteRule
    ) throws {
        for opened in [first, second] {
            let context = opened.context()
            for entity in entities(of: opened) { for object in try context.find(entity) { context.delete(object) } }
            // What Deny left over from before goes as well, all at once.
            try context.save()
            try link(opened, context)
        }
        let found = FetchPredicate.compare("name", .isIn, .list(names.map(Value.string)))
        let context = first.context()
        for object in try context.find("Left", found) { context.delete(object) }
        var refusal: SaveError?
        do { try context.save() } catch let error as SaveError { refusal = error }
        do {
            try second.container.execute(delete("Left", found))
            try expect(refusal == nil, "\(names): a context was refused, and the batch was not")
        } catch let error as BatchError {
            try expect(error.code, is: .denied, "\(names): \(error)")
            try expect(refusal?.validationFailures.first?.code, is: .deleteDenied, "\(names)")
        }
        // With No Action references lead to nothing, which cannot be shown.
        let showsLinks = rule != .noAction
        try expect(try text(second, showsLinks), is: try text(first, showsLinks), "\(names)")
    }

    private static func entities(of opened: RelationshipFixture) -> [String] {
        opened.shape.isWithinEntity ? ["Left"] : ["Left", "Right"]
    }

    private static func link(_ opened: RelationshipFixture, _ context: ManagedObjectContext) throws {
        let objects = try opened.objects(context)
        for (left, right) in [(1, 2), (0, 0)] + (opened.shape.isToMany ? [(0, 1)] : []) {
            try opened.link(objects.left[left], "others", objects.right[right])
        }
        try context.save()
    }

    private static func text(_ opened: RelationshipFixture, _ showsLinks: Bool) throws -> [String] {
        let context = opened.context()
        var lines: [String] = []
        for entity in entities(of: opened) {
            for object in try context.find(entity) {
                var words = ["\(entity) \(try object.text() ?? "-")"]
                if showsLinks, entity == "Left", opened.shape.hasInverse || opened.shape.isToMany {
                    words.append("others \(try opened.names(object, "others"))")
                }
                if showsLinks, opened.shape.hasInverse, entity == opened.shape.right {
                    words.append("back \(try opened.names(object, "back"))")
                }
                lines.append(words.joined(separator: " "))
            }
        }
        return lines.sorted()
    }

    // MARK: Partitions

    /// Objects of one entity in several stores.
    static func addPartitions(to list: inout CaseList, _ suite: ConformanceSuite) {
        @Sendable func open(_ bench: ConformanceFixture) throws -> (PersistentContainer, Int) {
            let model = ModelDescription.of(
                .named(
                    "Item",
                    [.required("region", .integer64), .optional("number", .integer64), .optional("code", .string)]
                ).unique("code"))
            let count = bench.factory.types.count
            let stores = (0..<count).map { bench.description("part\($0)", at: $0, entities: ["Item"]) }
            let homes = (0..<count).map { PartitionRule.Home(.integer(Int64($0)), store: "part\($0)") }
            let container = try bench.open(
                model, stores, partitions: [PartitionRule(entity: "Item", attribute: "region", homes: homes)])
            return (container, count)
        }
        @Sendable func rows(_ range: Range<Int>, _ count: Int) -> BatchInsertRequest<ManagedObject> {
            BatchInsertRequest(entity: "Item", of: range) { number, row in
                row["region"] = .integer(Int64(number % count))
                row["number"] = .integer(Int64(number))
                row["code"] = .string("c\(number)")
            }
        }
        list.add(
            suite, "rows go to the stores that their values name, in one commit; all are changed and deleted together",
            needs: [.uniqueness]
        ) { bench in
            let (container, count) = try open(bench)
            let result = try container.execute(rows(0..<30, count).returningObjectIDs())
            try expect(result.commits.count, is: count)
            let context = bench.context(container)
            for item in try context.find("Item") {
                try expect(container.store(of: item).name, is: "part\(try item.number("region"))")
            }
            let raised = try container.execute(
                update("Item", nil, [("number", .function("add:to:", [.keyPath(["number"]), .constant(.integer(1))]))]))
            try expect([raised.count, raised.commits.count], is: [30, count])
            let reader = bench.context(container)
            try expect(try reader.find("Item", by: [SortKey(["number"])]).numbers(), is: Array(1...30))
            let one = try container.execute(
                BatchUpdateRequest<ManagedObject>(reader.request("Item").affecting(stores: ["part0"]))
                    .setting("number", to: .constant(.missing)))
            try expect(one.commits.count, is: 1)
            try expect(try container.execute(delete("Item")).count, is: 30)
            try expect(try reader.count(reader.request("Item")), is: 0)
        }
        list.add(suite, "rows for several stores change what is stored in each", needs: [.uniqueness]) { bench in
            let (container, count) = try open(bench)
            try container.execute(rows(0..<10, count))
            let error = try expectError(BatchError.self) { try container.execute(rows(9..<12, count)) }
            try expect(error.code, is: .notUnique)
            try expect(error.row, is: 0)
            try expect(try container.execute(rows(5..<15, count).onConflict(.keepStored)).count, is: 5)
            let raised = BatchInsertRequest<ManagedObject>(entity: "Item", of: 10..<20) { number, row in
                row["region"] = .integer(Int64(number % count))
                row["number"] = .integer(Int64(number + 1_000))
                row["code"] = .string("c\(number)")
            }
            try expect(try container.execute(raised.onConflict(.update)).count, is: 10)
            let reader = bench.context(container)
            try expect(
                try reader.find("Item", by: [SortKey(["number"])]).numbers(), is: Array(0..<10) + Array(1_010..<1_020))
        }
        list.add(
            suite, "a row without a store, and a change of what decides the store, are refused", needs: [.uniqueness]
        ) { bench in
            let (container, count) = try open(bench)
            try container.execute(rows(0..<4, count))
            let homeless = try expectError(CoordinatorError.self) {
                try container.execute(
                    BatchInsertRequest<ManagedObject>(entity: "Item", dictionaries: [["region": .integer(99)]]))
            }
            try expect(homeless.code, is: .noPartition)
            let error = try expectError(BatchError.self) {
                try container.execute(update("Item", nil, [("region", .constant(.integer(0)))]))
            }
            try expect(error.code, is: .notSettable)
            let reader = bench.context(container)
            try expect(try reader.count(reader.request("Item")), is: 4)
        }
    }
}
