import PolystoreCore
import PolystoreStorage

/// Orders by every type, in both directions, with missing values, equal values and pages.
enum OrderingCases {
    static func add(to list: inout CaseList) {
        for samples in AttributeSamples.comparable where samples.isSortable {
            let rows = SampleRows(samples)
            for ascending in [true, false] {
                addOrder(rows, ascending, to: &list)
                addPages(rows, ascending, to: &list)
                addSecondKey(rows, ascending, to: &list)
            }
        }
        addFolded(to: &list)
        addKeys(to: &list)
    }

    private static func word(_ ascending: Bool) -> String { ascending ? "ascending" : "descending" }

    /// The numbers of the rows in the order of the contract.
    ///
    /// Missing values come first ascending and last descending, equal ones by the key in the direction of the last sort
    /// key. Keys ascend with the numbers.
    private static func expected(_ rows: SampleRows, _ ascending: Bool, keyAscending: Bool? = nil) -> [Int] {
        let isKeyAscending = keyAscending ?? ascending
        return rows.rows.sorted { left, right in
            let (first, second) = (left.rank ?? -1, right.rank ?? -1)
            if first != second { return (first < second) == ascending }
            return (left.number < right.number) == isKeyAscending
        }.map(\.number)
    }

    private static func addOrder(_ rows: SampleRows, _ ascending: Bool, to list: inout CaseList) {
        let type = rows.samples.type
        list.add(
            .ordering,
            "by \(type.rawValue) \(word(ascending)), missing values come \(ascending ? "first" : "last") and equal ones "
                + "by \(word(ascending)) key",
            covers: [.attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            let keys = [SortKey(["sample"], ascending: ascending)]
            try expect(
                try context.find(rows.samples.entity, by: keys).numbers(), is: expected(rows, ascending))
            let isPresent = FetchPredicate.compare("sample", .notEqual, .missing)
            let present = Set(rows.numbers { $0.rank != nil })
            try expect(
                try context.find(rows.samples.entity, isPresent, by: keys).numbers(),
                is: expected(rows, ascending).filter(present.contains), "with a predicate")
        }
    }

    private static func addPages(_ rows: SampleRows, _ ascending: Bool, to list: inout CaseList) {
        let type = rows.samples.type
        list.add(
            .ordering, "pages by \(type.rawValue) \(word(ascending)) put together are the whole order",
            covers: [.attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            let keys = [SortKey(["sample"], ascending: ascending)]
            let all = expected(rows, ascending)
            for size in [1, 3, all.count, all.count + 5] {
                var paged: [Int] = []
                for offset in stride(from: 0, through: all.count + size, by: size) {
                    paged += try context.find(rows.samples.entity, by: keys, limit: size, offset: offset).numbers()
                }
                try expect(paged, is: all, "pages of \(size)")
            }
            try expect(
                try context.find(rows.samples.entity, by: keys, offset: 4).numbers(), is: Array(all.dropFirst(4)),
                "an offset without a limit")
        }
    }

    private static func addSecondKey(_ rows: SampleRows, _ ascending: Bool, to list: inout CaseList) {
        let type = rows.samples.type
        list.add(
            .ordering, "equal values of \(type.rawValue) \(word(ascending)) are ordered by the next key, either way",
            covers: [.attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            for second in [true, false] {
                let keys = [SortKey(["sample"], ascending: ascending), SortKey(["number"], ascending: second)]
                try expect(
                    try context.find(rows.samples.entity, by: keys).numbers(),
                    is: expected(rows, ascending, keyAscending: second))
            }
        }
    }

    private static func addFolded(to list: inout CaseList) {
        let texts = ["b", "A", "é", "a", "E", "B", "e", "ß", "SS", "É"]
        // By folded text, then by key, written by hand.
        let orders: [(FetchComparison.Options, String, [String])] = [
            ([], "no folding", ["A", "B", "E", "SS", "a", "b", "e", "É", "ß", "é"]),
            (.caseInsensitive, "case folded", ["A", "a", "b", "B", "E", "e", "ß", "SS", "é", "É"]),
            (.diacriticInsensitive, "marks dropped", ["A", "B", "E", "É", "SS", "a", "b", "é", "e", "ß"]),
            (
                [.caseInsensitive, .diacriticInsensitive], "case and marks folded",
                ["A", "a", "b", "B", "é", "E", "e", "É", "ß", "SS"]
            ),
        ]
        for (options, name, order) in orders {
            list.add(.ordering, "text is ordered with \(name), equal texts by key") { bench in
                let container = try bench.shared("folded", .of(.named("Word", [.required("name", .string)]))) {
                    for text in texts { try $0.add("Word", ["name": .string(text)]) }
                }
                let keys = [SortKey(["name"], options: options)]
                try expect(try bench.context(container).find("Word", by: keys).names(), is: order)
            }
        }
    }

    private static func addKeys(to list: inout CaseList) {
        list.add(.ordering, "a limit or an offset without an order pages by ascending key") { bench in
            let context = bench.context(try SampleRows.container(bench))
            let count = SampleRows(AttributeSamples.comparable[0]).rows.count
            let entity = AttributeSamples.comparable[0].entity
            var paged: [Int] = []
            for offset in stride(from: 0, to: count, by: 4) {
                paged += try context.find(entity, limit: 4, offset: offset).numbers()
            }
            try expect(paged, is: Array(0..<count))
        }
        list.add(.ordering, "a limit of none finds nothing") { bench in
            let context = bench.context(try SampleRows.container(bench))
            try expect(try context.find(AttributeSamples.comparable[0].entity, limit: 0).isEmpty)
            try expect(
                try context.find(
                    AttributeSamples.comparable[0].entity, by: [SortKey(["sample"])], limit: 0, offset: 2
                ).isEmpty)
        }
        list.add(.ordering, "an order without rows is empty") { bench in
            let container = try bench.open(.of(.named("Word", [.required("name", .string)])))
            try expect(try bench.context(container).find("Word", by: [SortKey(["name"])], limit: 3).isEmpty)
        }
        for ascending in [true, false] {
            addPath(ascending, to: &list)
            addPending(ascending, to: &list)
        }
    }

    /// By an attribute of a related object: no object counts as a missing value.
    private static func addPath(_ ascending: Bool, to list: inout CaseList) {
        list.add(
            .ordering, "by a related object's attribute \(word(ascending)), objects without one count as missing"
        ) { bench in
            let model = ModelDescription.of(
                .named("Team", [.optional("name", .string)]),
                .named("Player", [.required("number", .integer64)], [.one("team", to: "Team")]))
            let container = try bench.open(model)
            let context = bench.context(container)
            let teams = try ["B", nil, "A"].map { name in
                try context.add("Team", name.map { ["name": .string($0)] } ?? [:])
            }
            for (number, team) in [0, 1, 2, nil, 0, 2, nil].enumerated() {
                let player = try context.add("Player", ["number": .integer(Int64(number))])
                try player.setRelatedObject(team.map { teams[$0] }, forKey: "team")
            }
            try context.save()
            let found = try bench.context(container).find(
                "Player", by: [SortKey(["team", "name"], ascending: ascending)])
            let expected = [1, 3, 6, 2, 5, 0, 4]
            try expect(try found.numbers(), is: ascending ? expected : expected.reversed())
        }
    }

    /// Unsaved objects stand where their values belong.
    private static func addPending(_ ascending: Bool, to list: inout CaseList) {
        list.add(
            .ordering, "unsaved and changed objects stand at their places \(word(ascending)), on every page"
        ) { bench in
            let container = try bench.open(.of(.named("Item", [.required("number", .integer64)])))
            let context = bench.context(container)
            let saved = try [10, 20, 30, 40].map { try context.add("Item", ["number": .integer($0)]) }
            try context.save()
            try saved[3].setValue(.integer(5), forKey: "number")
            context.delete(saved[1])
            for number in [25, 1] as [Int64] { try context.add("Item", ["number": .integer(number)]) }
            let order = [1, 5, 10, 25, 30]
            let expected = ascending ? order : order.reversed()
            let keys = [SortKey(["number"], ascending: ascending)]
            try expect(try context.find("Item", by: keys).numbers(), is: expected)
            var paged: [Int] = []
            for offset in stride(from: 0, to: 6, by: 2) {
                paged += try context.find("Item", by: keys, limit: 2, offset: offset).numbers()
            }
            try expect(paged, is: expected, "pages of two")
        }
    }
}
