import Foundation
import PolystoreCore
import PolystoreStorage

extension BatchCases {
    static func addInsertions(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "rows are inserted with the defaults of the model, and read as objects") { bench in
            var count = AttributeDescription.optional("count", .integer32)
            count.defaultValue = .integer(7)
            let model = ModelDescription.of(
                .named("Box", [.required("name", .string)]),
                .named(
                    "Item",
                    [
                        .required("number", .integer64), .optional("name", .string), count, .optional("raw", .binary),
                        .optional("when", .date), .optional("id", .uuid), .optional("price", .decimal),
                    ], [.one("box", to: "Box")]))
            let container = try bench.open(model)
            let boxes = try container.execute(
                BatchInsertRequest<ManagedObject>(entity: "Box", dictionaries: [["name": .string("B")]])
                    .returningObjectIDs())
            let box = try require(boxes.inserted.first)
            let id = UUID()
            let request = BatchInsertRequest<ManagedObject>(entity: "Item", of: 0..<10) { number, row in
                row["number"] = .integer(Int64(number))
                guard number > 0 else { return }
                row["name"] = .string("e\u{301}\(number)")
                row["raw"] = .data(Data(repeating: UInt8(number), count: number * 1_000))
                row["when"] = .date(Date(timeIntervalSinceReferenceDate: Double(number)))
                row["id"] = .uuid(id)
                row["price"] = .decimal(Decimal(number))
                row["box"] = .object(box)
                if number == 9 { row["count"] = .missing }
            }
            let result = try container.execute(request.returningObjectIDs())
            try expect(result.count, is: 10)
            let context = bench.context(container)
            let items = try context.find("Item", by: [SortKey(["number"])])
            try expect(Set(items.map(\.objectID)), is: result.inserted)
            try expect(
                try items.map { try $0.value(forKey: "count") },
                is: Array(repeating: .integer(7), count: 9) + [.missing])
            try expect(try items[9].value(forKey: "raw"), is: .data(Data(repeating: 9, count: 9_000)))
            try expect(try items[1].value(forKey: "id"), is: .uuid(id))
            try expect(try items[3].relatedObject(forKey: "box")?.text(), is: "B")
            try expect(try items[0].relatedObject(forKey: "box") == nil, "no box")
            // An object of the context gets a key of its own.
            let object = try context.add("Item", ["number": .integer(100)])
            try context.save()
            try expect(!result.inserted.contains(object.objectID), "keys are given once")
            try items[4].setValue(.string("changed"), forKey: "name")
            try context.save()
        }
        list.add(suite, "a row that is not valid is named by its number, and nothing is inserted") { bench in
            let model = ModelDescription.of(.named("Item", [.required("number", .integer16)]))
            let container = try bench.open(model)
            for (bad, code) in [
                (Value.missing, BatchError.Code.validation), (.integer(70_000), .invalidValue),
                (.string("x"), .invalidValue),
            ] {
                let request = BatchInsertRequest<ManagedObject>(entity: "Item", of: 0..<1_200) { number, row in
                    row["number"] = number == 1_100 ? bad : .integer(Int64(number))
                }
                let error = try expectError(BatchError.self, "\(bad)") { try container.execute(request) }
                try expect(error.code, is: code)
                try expect(error.row, is: 1_100)
                try expect(error.details[.property], is: "number")
            }
            let reader = bench.context(container)
            try expect(try reader.count(reader.request("Item")), is: 0)
            try expect(
                try container.execute(BatchInsertRequest<ManagedObject>(entity: "Item") { nil }).count, is: 0)
        }
        list.add(suite, "what makes rows may fail: nothing is inserted, and the store goes on") { bench in
            let container = try bench.open(.of(.named("Item", [.required("number", .integer64)])))
            var number = 0
            let request = BatchInsertRequest<ManagedObject>(entity: "Item") {
                number += 1
                if number == 1_500 { throw ConformanceFailure("the end of the line") }
                return BatchRow(["number": .integer(Int64(number))])
            }
            try expectError(ConformanceFailure.self) { try container.execute(request) }
            let context = bench.context(container)
            try expect(try context.count(context.request("Item")), is: 0)
            try context.add("Item", ["number": .integer(1)])
            try context.save()
            try expect(try context.count(context.request("Item")), is: 1)
        }
    }

    private static func codes(_ bench: ConformanceFixture) throws -> PersistentContainer {
        let container = try bench.open(
            .of(
                .named(
                    "Item", [.required("code", .string), .optional("name", .string), .optional("count", .integer64)]
                )
                .unique("code").unique("name", "count")))
        let context = bench.context(container)
        for number in 0..<10 {
            try context.add("Item", ["code": .string("c\(number)"), "count": .integer(Int64(number))])
        }
        try context.save()
        return container
    }

    private static func rows(_ codes: [String], name: String) -> BatchInsertRequest<ManagedObject> {
        BatchInsertRequest(entity: "Item", of: codes) { code, row in
            row["code"] = .string(code)
            row["name"] = .string(name)
        }
    }

    static func addUpserts(to list: inout CaseList, _ suite: ConformanceSuite) {
        let many = (0..<1_100).map { "x\($0)" }
        list.add(suite, "a row whose unique value is taken refuses all, and is named", needs: [.uniqueness]) { bench in
            let container = try codes(bench)
            for codes in [many + ["c3"], many + ["x17"]] {
                let error = try expectError(BatchError.self) { try container.execute(rows(codes, name: "new")) }
                try expect(error.code, is: .notUnique)
                try expect(error.row, is: 1_100)
            }
            let error = try expectError(BatchError.self) { try container.execute(rows(["a", "b", "a"], name: "new")) }
            try expect(error.row, is: 2, "of two rows of one piece, the later one is named")
            let reader = bench.context(container)
            try expect(try reader.count(reader.request("Item")), is: 10)
        }
        list.add(suite, "rows whose unique values are taken may be passed over", needs: [.uniqueness]) { bench in
            let container = try codes(bench)
            let result = try container.execute(
                rows(["a", "c3", "b", "c4", "a"], name: "new").onConflict(.keepStored).returningObjectIDs())
            try expect(result.count, is: 2)
            try expect(result.inserted.count, is: 2)
            let reader = bench.context(container)
            try expect(try reader.count(reader.request("Item", .compare("name", .equal, .string("new")))), is: 2)
            try expect(try reader.count(reader.request("Item")), is: 12)
        }
        list.add(
            suite, "rows whose unique values are taken may change what is stored: what they set, and nothing else",
            needs: [.uniqueness]
        ) { bench in
            let container = try codes(bench)
            let context = bench.context(container)
            let known = try context.find("Item", .compare("code", .equal, .string("c3")))[0]
            let result = try container.execute(
                rows(["a", "c3", "b", "c4"], name: "new").onConflict(.update).returningObjectIDs())
            try expect(result.count, is: 4)
            try expect([result.inserted.count, result.updated.count], is: [2, 2])
            try expect(result.updated.contains(known.objectID), "the object keeps its ID")
            context.mergeChanges(from: result)
            try expect(try known.text(), is: "new")
            try expect(try known.number("count"), is: 3)
            try expect(try context.count(context.request("Item")), is: 12)
        }
        list.add(suite, "two rows for one object, and one row for two objects, are refused", needs: [.uniqueness]) {
            bench in
            let container = try codes(bench)
            for codes in [["c3", "c3"], ["a", "a"], many + ["c3"] + many.map { "y\($0)" } + ["c3"]] {
                let error = try expectError(BatchError.self) {
                    try container.execute(rows(codes, name: "new").onConflict(.update))
                }
                try expect(error.code, is: .sameObjectTwice)
                try expect(error.row, is: codes.count - 1)
            }
            let context = bench.context(container)
            try context.find("Item", .compare("code", .equal, .string("c1")))[0].setValue(.string("n"), forKey: "name")
            try context.save()
            let both = BatchInsertRequest<ManagedObject>(
                entity: "Item",
                dictionaries: [["code": .string("c2"), "name": .string("n"), "count": .integer(1)]])
            let error = try expectError(BatchError.self) { try container.execute(both.onConflict(.update)) }
            try expect(error.code, is: .ambiguous)
            try expect(try context.count(context.request("Item")), is: 10)
        }
        list.add(
            suite, "an update may trade unique values, and is refused where two would be equal", needs: [.uniqueness]
        ) { bench in
            let container = try codes(bench)
            let context = bench.context(container)
            let other = FetchExpression.conditional(
                .compare("code", .equal, .string("c1")), .constant(.string("c2")), .constant(.string("c1")))
            let pair = FetchPredicate.or([
                .compare("code", .equal, .string("c1")), .compare("code", .equal, .string("c2")),
            ])
            try expect(try container.execute(update("Item", pair, [("code", other)])).count, is: 2)
            try expect(
                try context.find("Item", .compare("count", .equal, .integer(1))).map { try $0.text("code") }, is: ["c2"]
            )
            let error = try expectError(BatchError.self) {
                try container.execute(update("Item", nil, [("code", .constant(.string("same")))]))
            }
            try expect(error.code, is: .notUnique)
        }
    }
}
