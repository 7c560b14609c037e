import PolystoreCore
import PolystoreStorage

/// Lists that follow: what a request finds in a context, kept up to date by differences.
enum LiveResultCases {
    static func add(to list: inout CaseList, _ suite: ConformanceSuite) {
        addShape(to: &list, suite)
        addChanges(to: &list, suite)
        addOrigins(to: &list, suite)
        addRefusals(to: &list, suite)
    }

    /// Shelves A and B, and items of sizes 0 to 5 on A, B and nowhere in turn, saved; and the context of a list.
    private struct Place {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let bench: ConformanceFixture

        init(_ bench: ConformanceFixture) throws {
            self.bench = bench
            container = try LiveGraph.open(bench, withTags: false)
            context = bench.context(container)
            context.automaticallyMergesChangesFromParent = true
            let shelves = try ["A", "B"].enumerated().map {
                try context.add("Shelf", ["name": .string($1), "rank": .integer(Int64($0))])
            }
            for size in 0..<6 {
                let item = try context.add(
                    "Item", ["title": .string("t\(size)"), "size": .integer(Int64(size))])
                if size % 3 < 2 { try item.setRelatedObject(shelves[size % 3], forKey: "shelf") }
            }
            try context.save()
        }

        func item(_ size: Int, _ context: ManagedObjectContext? = nil) throws -> ManagedObject {
            try require(
                try (context ?? self.context).find("Item", .compare("size", .equal, .integer(Int64(size)))).first)
        }

        func shelf(_ name: String, _ context: ManagedObjectContext? = nil) throws -> ManagedObject {
            try require(
                try (context ?? self.context).find("Shelf", .compare("name", .equal, .string(name))).first)
        }

        /// Follows a list.
        func follow(
            _ entity: String, _ predicate: FetchPredicate? = nil, by paths: [String], section: String? = nil,
            limit: Int? = nil, offset: Int = 0
        ) throws -> LiveListener {
            let keys = paths.map { SortKey($0.split(separator: ".").map(String.init)) }
            return try LiveListener(
                context.request(entity, predicate, by: keys, limit: limit, offset: offset), section, context)
        }

        /// Changes something in another context, and saves it.
        func elsewhere(_ change: (ManagedObjectContext) throws -> Void) throws {
            let other = bench.context(container)
            try change(other)
            try other.save()
            // A context of a thread merges when it is used next.
            try context.processPendingChanges()
        }
    }

    private static func addShape(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "a list has what a fetch finds: objects in order and sections, looked up both ways") { bench in
            let place = try Place(bench)
            let items = try place.follow("Item", by: ["shelf.name", "size"], section: "shelf.name")
            try expect(items.text, is: ":t2,t5 A:t0,t3 B:t1,t4")
            let results = items.controller.results
            try expect(results.sections.map(\.key), is: [.missing, .string("A"), .string("B")])
            try expect(results.indexTitles(), is: ["", "A", "B"])
            try expect(results.section(forIndexTitle: "B"), is: 2)
            try expect(results.section(forIndexTitle: "C"), is: nil)
            for (section, count) in results.sections.map(\.count).enumerated() {
                for item in 0..<count {
                    let path = ResultIndexPath(section: section, item: item)
                    let object = try require(items.controller.object(at: path))
                    try expect(items.controller.indexPath(of: object), is: path)
                    try expect(results.objectID(at: path), is: object.objectID)
                }
            }
            try expect(items.controller.object(at: ResultIndexPath(section: 1, item: 2)), is: nil)
            try expect(items.controller.object(at: ResultIndexPath(section: 3, item: 0)), is: nil)
            try expect(items.controller.indexPath(of: try place.shelf("A")), is: nil)
        }
        list.add(suite, "a list without sections has one, and without an order that of the keys") { bench in
            let place = try Place(bench)
            let items = try LiveListener(place.context.request("Item"), nil, place.context)
            try expect(items.text, is: ":t0,t1,t2,t3,t4,t5")
            for item in try place.context.find("Item") { place.context.delete(item) }
            try place.context.processPendingChanges()
            try expect(items.controller.results.sections.map(\.count), is: [0])
            try place.context.add("Item", ["title": .string("new")])
            try place.context.save()
            try expect(items.text, is: ":new")
        }
    }

    private static func addChanges(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(
            suite,
            "an object that is inserted, changed or deleted enters, moves or leaves, and the difference says where"
        ) { bench in
            let place = try Place(bench)
            let items = try place.follow("Item", .compare("size", .less, .integer(4)), by: ["size"], section: "size")
            let item = try place.item(2)
            try place.context.add("Item", ["title": .string("new"), "size": .integer(2)])
            try expect(try items.next(), is: ["insert new [2, 1]", "update section 2"])
            try item.setValue(.string("other"), forKey: "title")
            try expect(try items.next(), is: ["update other [2, 0]", "update section 2"])
            try item.setValue(.integer(1), forKey: "size")
            try expect(try items.next(), is: ["move other [2, 0] to [1, 1]", "update section 1", "update section 2"])
            try item.setValue(.integer(4), forKey: "size")
            try expect(try items.next(), is: ["delete [1, 1]", "update section 1"])
            try item.setValue(.integer(-1), forKey: "size")
            try expect(try items.next(), is: ["insert other [0, 0]", "insert section 0"])
            place.context.delete(item)
            try expect(try items.next(), is: ["delete [0, 0]", "delete section 0"])
            try place.context.save()
            try expect(try items.next(), is: [])
        }
        list.add(suite, "a change of a related object moves those whose predicate, order or section looks at it") {
            bench in
            let place = try Place(bench)
            let items = try place.follow("Item", by: ["shelf.name", "size"], section: "shelf.name")
            let high = try place.follow("Item", .compare("shelf.rank", .greater, .integer(0)), by: ["size"])
            let full = try place.follow("Shelf", .compare("items.@count", .greater, .integer(1)), by: ["name"])
            let shelf = try place.shelf("A")
            try shelf.setValue(.string("C"), forKey: "name")
            try shelf.setValue(.integer(7), forKey: "rank")
            try expect(
                try items.next(),
                is: ["move t0 [1, 0] to [2, 0]", "move t3 [1, 1] to [2, 1]", "delete section 1", "insert section 2"])
            try expect(try high.next(), is: ["insert t0 [0, 0]", "insert t3 [0, 2]", "update section 0"])
            _ = try full.next()
            try place.item(0).setRelatedObject(nil, forKey: "shelf")
            try expect(try full.next().prefix(1), is: ["delete [0, 1]"])
            try expect(
                try items.next(), is: ["move t0 [2, 0] to [0, 0]", "update section 0", "update section 2"])
            place.context.delete(shelf)
            try expect(
                try items.next(), is: ["move t3 [2, 0] to [0, 2]", "delete section 2", "update section 0"])
        }
        list.add(suite, "limit and offset hold when objects come and go, and push others in and out") { bench in
            let place = try Place(bench)
            let page = try place.follow("Item", by: ["size"], limit: 2, offset: 1)
            try expect(page.text, is: ":t1,t2")
            try place.context.add("Item", ["title": .string("first"), "size": .integer(-1)])
            try expect(
                try page.next(), is: ["delete [0, 1]", "insert t0 [0, 0]", "update section 0"])
            place.context.delete(try place.item(0))
            place.context.delete(try place.item(1))
            try place.context.processPendingChanges()
            try expect(page.text, is: ":t2,t3")
            try place.elsewhere { other in other.delete(try place.item(3, other)) }
            try expect(page.text, is: ":t2,t4")
        }
    }

    private static func addOrigins(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "a save that is merged changes a list as a change of its context does") { bench in
            let place = try Place(bench)
            let items = try place.follow("Item", by: ["shelf.name", "size"], section: "shelf.name")
            try place.elsewhere { other in
                try other.add("Item", ["title": .string("new"), "size": .integer(9)])
                    .setRelatedObject(try place.shelf("B", other), forKey: "shelf")
                try place.item(5, other).setValue(.string("five"), forKey: "title")
                other.delete(try place.item(3, other))
            }
            try expect(
                try items.next(),
                is: [
                    "delete [1, 1]", "insert new [2, 2]", "update five [0, 1]", "update section 0", "update section 1",
                    "update section 2",
                ])
            try place.elsewhere { try place.shelf("B", $0).setValue(.string("0"), forKey: "name") }
            try expect(items.text, is: ":t2,five 0:t1,t4,new A:t0")
        }
        list.add(suite, "a child's save changes the lists of its parent") { bench in
            let place = try Place(bench)
            let items = try place.follow("Item", .compare("size", .greater, .integer(3)), by: ["size"])
            let child = place.context.newConfinedChildContext()
            try child.add("Item", ["title": .string("new"), "size": .integer(4)])
            try place.item(5, child).setValue(.integer(3), forKey: "size")
            try expect(try items.next(), is: [])
            try child.save()
            try expect(try items.next(), is: ["delete [0, 1]", "insert new [0, 1]", "update section 0"])
        }
        list.add(suite, "a rollback takes a list back, and a reset reads it anew") { bench in
            let place = try Place(bench)
            let items = try place.follow("Item", .compare("size", .greater, .integer(3)), by: ["size"])
            try place.context.add("Item", ["title": .string("new"), "size": .integer(8)])
            place.context.delete(try place.item(4))
            try place.item(5).setValue(.integer(9), forKey: "size")
            try place.context.processPendingChanges()
            try expect(items.text, is: ":new,t5")
            place.context.rollback()
            try expect(items.text, is: ":t4,t5")
            place.context.delete(try place.item(4))
            try place.context.processPendingChanges()
            place.context.reset()
            try expect(items.text, is: ":t4,t5")
            try expect(items.controller.objects, is: try place.context.fetch(items.controller.request))
        }
        list.add(suite, "what is set without being announced counts once it is saved") { bench in
            let place = try Place(bench)
            let items = try place.follow("Item", .compare("size", .greater, .integer(3)), by: ["size"])
            let item = try place.item(4)
            try item.setValue(.string("changed"), forKey: "title")
            try place.context.processPendingChanges()
            try item.setPrimitiveValue(.integer(1), forKey: "size")
            try place.context.save()
            try expect(items.text, is: ":t5")
        }
        list.add(suite, "several objects that change at once are one change of the list") { bench in
            let place = try Place(bench)
            let items = try place.follow("Item", by: ["size"])
            for (size, item) in items.controller.objects.enumerated() {
                try item.setValue(.integer(Int64(10 - size)), forKey: "size")
            }
            try place.context.processPendingChanges()
            try expect(items.text, is: ":t5,t4,t3,t2,t1,t0")
            try expect(items.count, is: 1)
        }
    }

    private static func addRefusals(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(
            suite,
            "sections that do not follow the order, lead through many objects or are unknown are refused by name",
            covers: [.queryError(.sectionOutOfOrder), .queryError(.sortThroughToMany)]
        ) { bench in
            let place = try Place(bench)
            func refused(_ entity: String, _ section: String, _ keys: [SortKey]) throws -> QueryError {
                try expectError(QueryError.self, section) {
                    _ = try FetchedResultsController(
                        place.context.request(entity, by: keys), sectionKeyPath: section, in: place.context)
                }
            }
            var error = try refused("Item", "shelf.name", [SortKey(["size"]), SortKey(["shelf", "name"])])
            try expect(error.code, is: .sectionOutOfOrder)
            try expect(error.details[.property], is: "shelf.name")
            error = try refused("Item", "title", [SortKey(["title"], options: .caseInsensitive)])
            try expect(error.code, is: .sectionOutOfOrder)
            try expect(try refused("Item", "title", []).code, is: .sectionOutOfOrder)
            error = try refused("Shelf", "items.title", [SortKey(["name"])])
            try expect(error.code, is: .sortThroughToMany)
            error = try refused("Item", "titel", [SortKey(["title"])])
            try expect(error.code, is: .unknownProperty)
            try expect(error.details[.suggestion], is: "title")
            error = try refused("Items", "title", [SortKey(["title"])])
            try expect(error.code, is: .unknownEntity)
        }
    }
}
