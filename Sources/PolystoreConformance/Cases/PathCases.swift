import PolystoreCore
import PolystoreStorage

/// Conditions along to-one relationships, beside unsaved changes of what they lead to.
enum PathCases {
    /// A predicate over things, and what it says of plain values.
    private struct Condition: Sendable {
        let format: String
        let holds: @Sendable (PathGraph.Sight) -> Bool
    }

    private static let conditions: [Condition] = [
        Condition(format: "owner.name == 'n3'") { $0.name == "n3" },
        Condition(format: "owner.name BEGINSWITH 'n1'") { $0.name?.hasPrefix("n1") ?? false },
        Condition(format: "owner.name IN {'n4', 'n5'}") { ["n4", "n5"].contains($0.name) },
        Condition(format: "owner.name > 'n5'") { ($0.name ?? "") > "n5" },
        Condition(format: "owner.name == nil") { $0.name == nil },
        Condition(format: "owner.name != 'n3'") { $0.name != "n3" },
        Condition(format: "NOT owner.name BEGINSWITH 'n'") { !($0.name?.hasPrefix("n") ?? false) },
        Condition(format: "owner.number < 4") { $0.owner.map { $0 < 4 } ?? false },
        Condition(format: "owner.name == 'n3' AND number > 60") { $0.name == "n3" && $0.thing > 60 },
        Condition(format: "owner.name == 'n3' OR number < 3") { $0.name == "n3" || $0.thing < 3 },
        Condition(format: "owner.patron.name == 'n3'") { $0.patronName == "n3" },
        Condition(format: "owner.patron.name == nil AND owner != nil") { $0.patronName == nil && $0.owner != nil },
    ]

    /// Unsaved changes of a graph whose owners 3 and 23 are `n3`.
    private static let rows: [(promise: String, changes: [PathGraph.Change])] = [
        ("an object that is changed to match", [.rename(5, "n3"), .rename(12, "n10")]),
        ("an object that is changed to match no longer", [.rename(3, "other"), .rename(23, nil), .rename(1, nil)]),
        ("a deleted object", [.deleteOwner(3), .deleteOwner(4)]),
        (
            "an inserted object",
            [
                .insertOwner(100, name: "n3"), .insertOwner(101, name: nil), .move(thing: 0, to: 100),
                .move(thing: 8, to: 101), .move(thing: 23, to: 100),
            ]
        ),
        (
            "another object than the saved one",
            [.move(thing: 3, to: 5), .move(thing: 5, to: 3), .move(thing: 7, to: 23), .move(thing: 43, to: nil)]
        ),
        (
            "an object from inserted objects, and from deleted ones no longer",
            [.insertThing(200, owner: 3), .insertThing(201, owner: 5), .insertThing(202, owner: nil), .deleteThing(83)]
        ),
        (
            "an object that leads to another one than the saved one",
            [.rename(4, "n3"), .patron(23, of: 10), .patron(6, of: 2), .deleteOwner(24)]
        ),
        (
            "objects that are changed, deleted and inserted together",
            [
                .rename(5, "n3"), .rename(23, "n10"), .deleteOwner(4), .insertOwner(100, name: "n4"),
                .move(thing: 44, to: 100), .insertThing(200, owner: 5), .patron(100, of: 6), .deleteThing(3),
            ]
        ),
    ]

    static func add(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        for row in rows {
            list.add(
                suite,
                "with unsaved changes, a condition on a path finds what leads to \(row.promise)\(placement.phrase)"
            ) { bench in
                var graph = PathGraph()
                let context = bench.context(try open(bench, placement, graph))
                let saved = graph
                for change in row.changes { try graph.apply(change, to: context) }
                try check(context, graph, saved)
                context.rollback()
                try check(context, saved, saved, conditions.prefix(2))
            }
        }
        list.add(
            suite,
            "a condition on a path holds in the context's generation beside its own changes\(placement.phrase)"
        ) { bench in
            var (graph, others) = (PathGraph(), PathGraph())
            let container = try open(bench, placement, graph)
            let context = bench.context(container)
            try context.setQueryGeneration(.current)
            try expect(try context.count(context.request("Thing")), is: 200)
            let other = bench.context(container)
            let changes: [PathGraph.Change] = [
                .rename(3, "other"), .rename(5, "n3"), .deleteOwner(24), .insertOwner(100, name: "n3"),
                .move(thing: 8, to: 100),
            ]
            for change in changes { try others.apply(change, to: other) }
            try other.save()
            let saved = graph
            try check(context, saved, saved)
            for change in [.rename(6, "n3"), .move(thing: 9, to: 6)] as [PathGraph.Change] {
                try graph.apply(change, to: context)
            }
            try check(context, graph, saved)
            context.rollback()
            try context.setQueryGeneration(.current)
            try check(context, others, others)
        }
    }

    private static func open(
        _ bench: ConformanceFixture, _ placement: Placement, _ graph: PathGraph
    ) throws -> PersistentContainer {
        // Things refer to owners, which no durable store may do into a volatile one.
        let isThingFirst = bench.isVolatile(0) || !bench.isVolatile(1)
        let groups = isThingFirst ? [["Thing"], ["Owner", "Firm"]] : [["Owner", "Firm"], ["Thing"]]
        let container = try bench.open(PathGraph.model, split: placement == .apart ? groups : nil)
        let context = bench.context(container)
        try graph.insert(into: context)
        try context.save()
        return container
    }

    /// Asks conditions, with unsaved changes and without.
    private static func check(
        _ context: ManagedObjectContext, _ graph: PathGraph, _ saved: PathGraph,
        _ asked: ArraySlice<Condition> = conditions[...]
    ) throws {
        for condition in asked {
            for includes in [true, false] {
                let what = "\(condition.format) \(includes ? "with the changes" : "without")"
                var request = context.request(
                    "Thing", try FetchPredicate(format: condition.format), by: [SortKey(["number"])])
                request.description.includesPendingChanges = includes
                let expected = (includes ? graph : saved).numbers(condition.holds)
                let values = try context.fetchDictionaries(
                    DictionaryRequestDescription(
                        request.description, columns: [NamedExpression("number", .keyPath(["number"]))]))
                try expect(values.map { $0["number"] }, is: expected.map { .integer(Int64($0)) }, what)
                try expect(try context.count(request), is: expected.count, "count where \(what)")
                let ids = try context.fetchIDs(request)
                try expect(ids.count, is: expected.count, "IDs where \(what)")
                let found = try context.fetch(request)
                try expect(found.map(\.objectID), is: ids, what)
                if includes { try expect(try found.numbers(), is: expected, what) }
            }
        }
    }
}
