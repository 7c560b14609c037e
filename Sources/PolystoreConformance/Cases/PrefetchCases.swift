import PolystoreCore
import PolystoreStorage

/// Relationships that are read along for many owners at once, where a store may read all rows instead of looking some up.
enum PrefetchCases {
    static func add(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        for members in [3, 0] {
            let share = members == 0 ? "few of the rows refer" : "most of the rows refer"
            for isOrdered in [false, true] {
                let kind = isOrdered ? "an ordered relationship" : "a relationship"
                list.add(
                    suite,
                    "prefetching \(kind) of 100 owners, to which \(share)\(placement.phrase) finds each one's members",
                    needs: isOrdered ? [.orderedRelationships] : []
                ) { bench in
                    try check(bench, placement, members, isOrdered)
                }
            }
        }
    }

    /// Owners whose number is a multiple of this have a member where the others have none.
    private static let rareness = 7

    private static func model(_ isOrdered: Bool) -> ModelDescription {
        .of(
            .named("Item", [.required("number", .integer64)], [.one("box", to: "Box", inverse: "items")]),
            .named(
                "Box", [.required("number", .integer64)],
                [.many("items", to: "Item", inverse: "box", ordered: isOrdered)]))
    }

    private static func check(
        _ bench: ConformanceFixture, _ placement: Placement, _ members: Int, _ isOrdered: Bool
    ) throws {
        // Items refer to boxes, which no durable store may do into a volatile one.
        let isItemFirst = bench.isVolatile(0) || !bench.isVolatile(1)
        let groups = isItemFirst ? [["Item"], ["Box"]] : [["Box"], ["Item"]]
        let container = try bench.open(model(isOrdered), split: placement == .apart ? groups : nil)
        let context = bench.context(container)
        var expected: [[Int]] = []
        for number in 0..<100 {
            let box = try context.add("Box", ["number": .integer(Int64(number))])
            let count = number % rareness == 0 ? max(members, 1) : members
            var items: [Int] = []
            // Counted down, so that the order is not that of keys.
            for place in (0..<count).reversed() {
                let item = try context.add("Item", ["number": .integer(Int64(number * 10 + place))])
                try item.setRelatedObject(box, forKey: "box")
                items.append(number * 10 + place)
            }
            expected.append(items)
        }
        if members == 0 { for number in 0..<400 { try context.add("Item", ["number": .integer(Int64(-number))]) } }
        try context.save()
        try expect(try prefetched(bench.context(container)), is: expected, "saved")
        let changed = bench.context(container)
        let moved = try require(try changed.find("Item", .compare("number", .equal, .integer(70))).first)
        let gone = try require(try changed.find("Item", .compare("number", .equal, .integer(140))).first)
        let box = try require(try changed.find("Box", .compare("number", .equal, .integer(1))).first)
        try moved.setRelatedObject(box, forKey: "box")
        changed.delete(gone)
        expected[7].removeAll { $0 == 70 }
        expected[14].removeAll { $0 == 140 }
        expected[1].append(70)
        let found = try prefetched(changed)
        // Without an order members come by key, and the one that was moved is the older one.
        if isOrdered {
            try expect(found, is: expected, "changed")
        } else {
            try expect(found.map { $0.sorted() }, is: expected.map { $0.sorted() }, "changed")
        }
    }

    /// The numbers of each box's items, none of which may be a fault.
    private static func prefetched(_ context: ManagedObjectContext) throws -> [[Int]] {
        let boxes = try context.fetch(
            context.request("Box", by: [SortKey(["number"])]).prefetching(keyPath: "items"))
        return try boxes.map { box in
            let items = try box.relatedObjects(forKey: "items")
            try expect(items.allSatisfy { !$0.isFault }, "an item was not read")
            return try Array(items).numbers()
        }
    }
}
