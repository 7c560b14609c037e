import Foundation
import PolystoreCore
import PolystoreStorage

/// Logic, pending changes, identity, counts, projections and batches.
enum FetchCases {
    static func add(to list: inout CaseList) {
        addLogic(to: &list)
        addAlike(to: &list)
        addPending(to: &list)
        addResults(to: &list)
    }

    private static let model = ModelDescription.of(
        .named(
            "Item", [.required("number", .integer64), .optional("name", .string), .optional("score", .double)],
            [.one("box", to: "Box", inverse: "items")]),
        .named("Box", [.optional("name", .string)], [.many("items", to: "Item", inverse: "box")]))

    /// Items 0…11: every third without a name, every fourth without a score, the even ones in box A, some in box B.
    private static func shared(_ bench: ConformanceFixture) throws -> PersistentContainer {
        try bench.shared("items", model, fill)
    }

    private static func fill(_ context: ManagedObjectContext) throws {
        let boxes = try ["A", "B"].map { try context.add("Box", ["name": .string($0)]) }
        for number in 0..<12 {
            let item = try context.add("Item", ["number": .integer(Int64(number))])
            if number % 3 != 0 { try item.setValue(.string("n\(number % 4)"), forKey: "name") }
            if number % 4 != 0 { try item.setValue(.double(Double(number) / 2), forKey: "score") }
            if number % 2 == 0 { try item.setRelatedObject(boxes[0], forKey: "box") }
            if number % 5 == 1 { try item.setRelatedObject(boxes[1], forKey: "box") }
        }
    }

    /// Parts of predicates with what they say of an item, by hand.
    private static let parts: [(FetchPredicate, String, @Sendable (Int) -> Bool)] = [
        (.compare("number", .less, .integer(6)), "number < 6", { $0 < 6 }),
        (.compare("name", .equal, .string("n1")), "name == n1", { $0 % 3 != 0 && $0 % 4 == 1 }),
        (.compare("score", .greater, .double(2.25)), "score > 2.25", { $0 % 4 != 0 && $0 > 4 }),
        (.compare("name", .equal, .missing), "name == nil", { $0 % 3 == 0 }),
        (.compare("box", .equal, .missing), "box == nil", { $0 % 2 != 0 && $0 % 5 != 1 }),
        (.compare("box.name", .equal, .string("A")), "box.name == A", { $0 % 2 == 0 && $0 % 5 != 1 }),
        (.compare("box.name", .notEqual, .string("A")), "box.name != A", { !($0 % 2 == 0 && $0 % 5 != 1) }),
        (.constant(true), "true", { _ in true }), (.constant(false), "false", { _ in false }),
    ]

    private static func addLogic(to list: inout CaseList) {
        for (left, right) in parts.indices.flatMap({ left in parts.indices.filter { $0 > left }.map { (left, $0) } }) {
            let ((first, firstText, isFirst), (second, secondText, isSecond)) = (parts[left], parts[right])
            list.add(.fetch, "(\(firstText)) with (\(secondText)): AND, OR, NOT and their mixtures find the right rows")
            { bench in
                let context = bench.context(try shared(bench))
                let mixtures: [(FetchPredicate, (Int) -> Bool)] = [
                    (.and([first, second]), { isFirst($0) && isSecond($0) }),
                    (.or([first, second]), { isFirst($0) || isSecond($0) }),
                    (.not(.and([first, second])), { !(isFirst($0) && isSecond($0)) }),
                    (.not(.or([first, second])), { !(isFirst($0) || isSecond($0)) }),
                    (.and([.not(first), second]), { !isFirst($0) && isSecond($0) }),
                    (.or([first, .not(second)]), { isFirst($0) || !isSecond($0) }),
                    (.not(.not(first)), isFirst),
                ]
                for (index, (predicate, isWanted)) in mixtures.enumerated() {
                    let found = try context.find("Item", predicate, by: [SortKey(["number"])]).numbers()
                    try expect(found, is: (0..<12).filter(isWanted), "mixture \(index)")
                    try expect(
                        try context.count(context.request("Item", predicate)), is: found.count,
                        "count of mixture \(index)")
                }
            }
        }
        list.add(.fetch, "an AND of nothing is true, an OR of nothing is false") { bench in
            let context = bench.context(try shared(bench))
            try expect(try context.count(context.request("Item", .and([]))), is: 12)
            try expect(try context.count(context.request("Item", .or([]))), is: 0)
        }
        list.add(.fetch, "an object is found as itself, and in a set of objects") { bench in
            let context = bench.context(try shared(bench))
            let items = try context.find("Item", by: [SortKey(["number"])])
            let itself = FetchPredicate.comparison(
                FetchComparison(.evaluatedObject, .equal, .constant(.object(items[3].objectID))))
            try expect(try context.find("Item", itself).numbers(), is: [3])
            let among = FetchPredicate.comparison(
                FetchComparison(.evaluatedObject, .isIn, .list([5, 1].map { .object(items[$0].objectID) })))
            try expect(try context.find("Item", among, by: [SortKey(["number"])]).numbers(), is: [1, 5])
        }
    }

    private static func addAlike(to list: inout CaseList) {
        list.add(
            .fetch, "requests that differ in values only are each answered by their own, whatever was saved between"
        ) { bench in
            let container = try bench.open(model)
            let context = bench.context(container)
            try fill(context)
            try context.save()
            var count = 12
            for round in 0..<3 {
                for limit in [0, 3, 12, 99] {
                    let isLess = FetchPredicate.compare("number", .less, .integer(Int64(limit)))
                    let found = try context.find("Item", isLess, by: [SortKey(["number"])]).numbers()
                    try expect(found, is: Array(0..<min(limit, count)), "numbers below \(limit)")
                    try expect(try context.count(context.request("Item", isLess)), is: found.count, "their count")
                    let isScored = FetchPredicate.and([isLess, .compare("score", .greater, .double(2.25))])
                    let scored = (0..<min(limit, count)).filter { $0 % 4 != 0 && $0 > 4 }
                    try expect(try context.find("Item", isScored, by: [SortKey(["number"])]).numbers(), is: scored)
                    try expect(try context.count(context.request("Item", isScored)), is: scored.count)
                }
                for name in ["n1", "n2", "", "n9"] {
                    let isNamed = FetchPredicate.compare("name", .equal, .string(name))
                    let named = (0..<count).filter { $0 % 3 != 0 && "n\($0 % 4)" == name }
                    try expect(try context.find("Item", isNamed, by: [SortKey(["number"])]).numbers(), is: named)
                    try expect(try context.count(context.request("Item", isNamed)), is: named.count)
                }
                // Once unsaved, once saved by another context.
                let writer = round == 0 ? context : bench.context(container)
                let item = try writer.add("Item", ["number": .integer(Int64(count))])
                if count % 3 != 0 { try item.setValue(.string("n\(count % 4)"), forKey: "name") }
                if count % 4 != 0 { try item.setValue(.double(Double(count) / 2), forKey: "score") }
                count += 1
                if round > 0 { try writer.save() }
            }
        }
        list.add(
            .fetch, "the first few of a part of a hierarchy, whose entities take turns, are the same when asked again"
        ) { bench in
            let container = try bench.open(family)
            for number in 0..<12 {
                let context = bench.context(container)
                try context.add(["Special", "Item", "Rare"][number % 3], ["number": .integer(Int64(number))])
                try context.save()
            }
            for (limit, offset) in [(1, 0), (3, 0), (3, 2), (nil, 3)] {
                for isFiltered in [false, true] {
                    let found = try [Int64(20), 30].map { bound in
                        let isLess = FetchPredicate.compare("number", .less, .integer(bound))
                        return try bench.context(container).find(
                            "Special", isFiltered ? isLess : nil, limit: limit, offset: offset
                        ).numbers()
                    }
                    try expect(
                        found[0].count, is: min(limit ?? 8, 8 - offset), "limit \(limit ?? -1), offset \(offset)")
                    try expect(found[1], is: found[0], "asked again, limit \(limit ?? -1), offset \(offset)")
                }
            }
        }
    }

    private static let family = ModelDescription.of(
        .named("Item", [.required("number", .integer64)]), .named("Special", parent: "Item"),
        .named("Rare", parent: "Special"))

    private static func addPending(to list: inout CaseList) {
        for (index, (predicate, text, isWanted)) in parts.enumerated() where index < 5 {
            list.add(
                .fetch, "unsaved changes count for (\(text)): new, changed and deleted objects are tested as they are"
            ) { bench in
                let container = try bench.open(model)
                let context = bench.context(container)
                try fill(context)
                try context.save()
                let items = try context.find("Item", by: [SortKey(["number"])])
                // Item 2 becomes like 14, item 3 like 13; 4 goes, 16 comes.
                for (item, number) in [(2, 14), (3, 13)] {
                    try items[item].setValue(.integer(Int64(number)), forKey: "number")
                    try items[item].setValue(number % 3 != 0 ? .string("n\(number % 4)") : .missing, forKey: "name")
                    try items[item].setValue(number % 4 != 0 ? .double(Double(number) / 2) : .missing, forKey: "score")
                    try items[item].setRelatedObject(
                        try number % 2 == 0 ? context.find("Box", .compare("name", .equal, .string("A"))).first : nil,
                        forKey: "box")
                }
                context.delete(items[4])
                let new = try context.add("Item", ["number": .integer(16), "name": .string("n0")])
                try new.setRelatedObject(
                    try context.find("Box", .compare("name", .equal, .string("B"))).first, forKey: "box")
                let expected = [0, 1, 5, 6, 7, 8, 9, 10, 11, 13, 14, 16].filter(isWanted)
                try expect(
                    try context.find("Item", predicate, by: [SortKey(["number"])]).numbers(), is: expected, "unsaved")
                try expect(try context.count(context.request("Item", predicate)), is: expected.count, "counted")
                let stored = (0..<12).filter(isWanted)
                var request = context.request("Item", predicate).includingPendingChanges(false)
                request.description.sortKeys = [SortKey(["number"])]
                try expect(try context.count(request), is: stored.count, "without pending changes")
                try context.save()
                try expect(
                    try bench.context(container).find("Item", predicate, by: [SortKey(["number"])]).numbers(),
                    is: expected, "saved")
            }
        }
    }

    private static func addResults(to list: inout CaseList) {
        list.add(.fetch, "changes that do not count do not count in related objects either") { bench in
            let container = try bench.open(Self.model)
            let context = bench.context(container)
            let box = try context.add("Box", ["name": .string("a")])
            let item = try context.add("Item", ["number": .integer(1)])
            try item.setRelatedObject(box, forKey: "box")
            try context.save()
            try box.setValue(.string("b"), forKey: "name")
            let other = try context.add("Item", ["number": .integer(2)])
            try other.setRelatedObject(box, forKey: "box")
            for (text, isPending, isStored) in [
                ("box.name == \"a\"", false, true), ("uppercase(box.name) == \"A\"", false, true),
                ("box.items.@sum.number == 3", true, false), ("box.items.@count == 2", true, false),
            ] {
                let request = context.request("Item", try FetchPredicate(format: text))
                try expect(try context.fetch(request).contains(item), is: isPending, text)
                let stored = try context.fetch(request.includingPendingChanges(false))
                try expect(stored.contains(item), is: isStored, "stored, \(text)")
            }
        }
        list.add(.fetch, "there is one object for each ID, whatever way it is found") { bench in
            let context = bench.context(try shared(bench))
            let first = try require(try context.find("Item", .compare("number", .equal, .integer(2))).first)
            let second = try require(try context.find("Item", by: [SortKey(["number"])], limit: 1, offset: 2).first)
            let box = try require(try first.relatedObject(forKey: "box"))
            try expect(first === second)
            try expect(try box.relatedObjects(forKey: "items").contains { $0 === first })
            try expect(try context.own(first) === first)
        }
        list.add(.fetch, "IDs are fetched in order without making objects") { bench in
            let container = try shared(bench)
            let (context, other) = (bench.context(container), bench.context(container))
            let request = context.request(
                "Item", .compare("number", .less, .integer(4)), by: [SortKey(["number"], ascending: false)])
            let ids = try context.fetchIDs(request)
            try expect(ids, is: try other.fetch(request).map(\.objectID))
            try expect(context.registeredObjects.isEmpty)
        }
        list.add(.fetch, "an object that is not there is found by no ID") { bench in
            let context = bench.context(try shared(bench))
            let item = try require(try context.find("Item").first)
            let id = ObjectID(store: item.objectID.store, root: item.objectID.root, key: 999_999)
            let error = try expectError(ContextError.self) { _ = try context.existingObject(with: id) }
            try expect(error.code, is: .objectMissing)
        }
        list.add(.fetch, "a vanished row reads as the zero of its type, and the error comes with the next fetch (P7)") {
            bench in
            let container = try bench.open(model)
            let context = bench.context(container)
            let item = try context.add("Item", ["number": .integer(7)])
            try context.save()
            let other = bench.context(container)
            let fault = try require(other.object(with: item.objectID))
            context.delete(item)
            try context.save()
            try expectError(ContextError.self) { _ = try fault.value(forKey: "number") }
        }
        for size in [1, 2, 5, 12, 100] {
            list.add(.fetch, "batches of \(size) put together are the whole result, and none is larger") { bench in
                let context = bench.context(try shared(bench))
                var seen: [Int] = []
                try context.forEachBatch(context.request("Item", by: [SortKey(["number"])]).batchSize(size)) { batch in
                    try expect(batch.count <= size, "a batch of \(batch.count)")
                    seen += try batch.numbers()
                    return true
                }
                try expect(seen, is: Array(0..<12))
            }
        }
        for path in ["box", "box.items"] {
            list.add(.fetch, "prefetching \(path) reads along what is related, and changes no answer") { bench in
                let context = bench.context(try shared(bench))
                let items = try context.fetch(
                    context.request("Item", by: [SortKey(["number"])]).prefetching(keyPath: path))
                try expect(try items.numbers(), is: Array(0..<12))
                let boxes = try items.compactMap { try $0.relatedObject(forKey: "box") }
                try expect(boxes.allSatisfy { !$0.isFault }, "a box was not read")
                try expect(boxes.count, is: 8)
            }
        }
    }
}
