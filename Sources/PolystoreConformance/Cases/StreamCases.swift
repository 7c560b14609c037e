import PolystoreCore
import PolystoreStorage

/// Objects that are handed out in batches, to a closure that changes and saves.
enum StreamCases {
    private static let model = ModelDescription.of(
        .named("Item", [.required("number", .integer64), .optional("name", .string)]))

    /// A context whose six items are saved.
    private static func saved(_ bench: ConformanceFixture) throws -> ManagedObjectContext {
        let context = bench.context(try bench.open(model))
        for number in 0..<6 { try context.add("Item", ["number": .integer(Int64(number))]) }
        try context.save()
        return context
    }

    static func add(to list: inout CaseList) {
        for sorted in [false, true] {
            let order = sorted ? [SortKey(["number"])] : []
            let way = sorted ? "in order" : "as they come"
            list.add(
                .fetch, "batches \(way) with unsaved changes, each of which is saved before the next: all come once"
            ) {
                bench in
                let context = try saved(bench)
                for item in try context.find("Item") where try item.number() > 3 {
                    try item.setValue(.string("changed"), forKey: "name")
                }
                try context.add("Item", ["number": .integer(6)])
                try context.add("Item", ["number": .integer(7), "name": .string("new")])
                let request = context.request("Item", try FetchPredicate(format: "number >= 0"), by: order).batchSize(1)
                var seen: [Int] = []
                try context.forEachBatch(request) { batch in
                    seen += try batch.numbers()
                    for item in batch { try item.setValue(.string(String(repeating: "x", count: 999)), forKey: "name") }
                    try context.save()
                    return true
                }
                try expect(seen.sorted(), is: Array(0..<8))
                try expect(try context.find("Item", try FetchPredicate(format: "name BEGINSWITH 'xxx'")).count, is: 8)
            }
            list.add(
                .fetch, "batches \(way) hand out what the context has saved meanwhile, and nothing that it deleted"
            ) {
                bench in
                let context = try saved(bench)
                var seen: [Int] = []
                try context.forEachBatch(context.request("Item", by: order).batchSize(2)) { batch in
                    let isFirst = seen.isEmpty
                    for item in batch {
                        let number = try item.number()
                        seen.append(number)
                        try expect(try item.text(), is: isFirst ? nil : "changed", "item \(number)")
                    }
                    guard isFirst else { return true }
                    let others = try context.find("Item").filter { !batch.contains($0) }
                    for item in others { try item.setValue(.string("changed"), forKey: "name") }
                    context.delete(try require(others.last))
                    try context.save()
                    // Deleted and not saved: it does not come either.
                    context.delete(try require(others.first))
                    return true
                }
                try expect(seen.count, is: 4)
                try expect(try context.count(context.request("Item")), is: 4)
                context.rollback()
                for item in try context.find("Item") { try item.setValue(.string("unsaved"), forKey: "name") }
                seen = []
                try context.forEachBatch(context.request("Item", by: order).batchSize(1)) { batch in
                    context.rollback()
                    seen += try batch.numbers()
                    try expect(
                        try batch.allSatisfy { try $0.text() != "unsaved" }, "what was rolled back is handed out")
                    return true
                }
                try expect(seen.count, is: 5)
            }
        }
        list.add(.fetch, "a limit and an offset as large as numbers are leave out what they say and nothing else") {
            bench in
            let context = try saved(bench)
            try context.add("Item", ["number": .integer(6)])
            for order in [[], [SortKey(["number"])], [SortKey(["name"])]] {
                let request = context.request("Item", by: order)
                try expect(try context.fetch(request.limit(.max)).count, is: 7)
                try expect(try context.fetch(request.limit(.max).offset(2)).count, is: 5)
                try expect(try context.fetch(request.limit(.max).offset(.max)).count, is: 0)
                try expect(try context.count(request.limit(.max).offset(1)), is: 6)
            }
        }
    }
}
