import PolystoreCore
import PolystoreStorage

/// That no update is lost (P5), and what an error says of the conflict.
enum ConflictCases {
    static func add(to list: inout CaseList) {
        addVersions(to: &list)
        addUniqueness(to: &list)
        list.add(
            .conflicts, "a stale write is refused with the values of all three sides", covers: [.saveError(.conflict)]
        ) {
            let race = try Race($0)
            try race.set(race.theirObject, ["name": .string("Theirs")])
            _ = try race.myObject.text()
            try race.theirs.save()
            try race.set(race.myObject, ["score": .double(2)])
            let error = try expectError(SaveError.self) { try race.mine.save() }
            let conflict = try require(error.conflicts.first)
            try expect(conflict.contextValues["score"], is: .double(2))
            try expect(conflict.oldValues["name"], is: .string("Ada"))
            try expect(conflict.storeValues?["name"], is: .string("Theirs"))
            try expect(conflict.entity, is: "Person")
            try expect([conflict.oldVersion, conflict.newVersion], is: [1, 2])
        }
        list.add(.conflicts, "a write to a row that is gone is refused with version 0 and no values of the store") {
            let race = try Race($0)
            _ = try race.myObject.text()
            race.theirs.delete(race.theirObject)
            try race.theirs.save()
            try race.set(race.myObject, ["score": .double(2)])
            let error = try expectError(SaveError.self) { try race.mine.save() }
            let conflict = try require(error.conflicts.first)
            try expect([conflict.oldVersion, conflict.newVersion], is: [1, 0])
            try expect(conflict.storeValues == nil)
            try expect(race.mine.hasChanges)
        }
        for policy in [MergePolicy.overwrite, .mergeByPropertyObjectTrump] {
            list.add(
                .conflicts,
                "\(policy.rawValue), an object comes back that was deleted meanwhile: a stale copy is refused (P5)"
            ) { bench in
                let race = try Race(bench, policy)
                _ = try race.myObject.text()
                let third = bench.context(race.container)
                let thirdObject = try third.own(race.theirObject)
                _ = try thirdObject.text()
                try race.set(race.theirObject, ["name": .string("Theirs")])
                try race.theirs.save()
                let fourth = bench.context(race.container)
                let fourthObject = try fourth.own(race.theirObject)
                try expect(try fourthObject.text(), is: "Theirs")
                race.theirs.delete(race.theirObject)
                try race.theirs.save()
                try race.set(race.myObject, ["name": .string("Mine")])
                try race.mine.save()
                for (context, object) in [(third, thirdObject), (fourth, fourthObject)] {
                    try race.set(object, ["score": .double(2)])
                    try expect(try expectError(SaveError.self) { try context.save() }.code, is: .conflict)
                }
                try race.expectStored(("Mine", 36, 1), "after the refused saves")
                try race.set(race.myObject, ["score": .double(3)])
                try race.mine.save()
                try race.expectStored(("Mine", 36, 3), "after one more save")
            }
        }
        list.add(.conflicts, "a refused save writes nothing of its other objects either (P2)") { bench in
            let race = try Race(bench)
            try race.set(race.theirObject, ["name": .string("Theirs")])
            _ = try race.myObject.text()
            try race.theirs.save()
            try race.set(race.myObject, ["name": .string("Mine")])
            try race.mine.add("Company", ["name": .string("New")])
            try race.mine.add("Person", ["name": .string("New")])
            try expectError(SaveError.self) { try race.mine.save() }
            let reader = bench.context(race.container)
            try expect(try reader.count(reader.request("Company")), is: 0)
            try expect(try reader.find("Person").names(), is: ["Theirs"])
        }
        list.add(.conflicts, "every conflict of a save is reported at once") { bench in
            let container = try bench.open(Race.model())
            let (theirs, mine) = (bench.context(container), bench.context(container))
            let objects = try (0..<5).map { try theirs.add("Person", ["age": .integer($0)]) }
            try theirs.save()
            let own = try objects.map(mine.own)
            for object in own { _ = try object.number("age") }
            for object in objects { try object.setValue(.integer(10), forKey: "age") }
            try theirs.save()
            for object in own { try object.setValue(.integer(20), forKey: "age") }
            let error = try expectError(SaveError.self) { try mine.save() }
            try expect(Set(error.conflicts.map(\.object)), is: Set(objects.map(\.objectID)))
        }
        list.add(.conflicts, "an object that is only looked at is no conflict; one that is locked is") { bench in
            let race = try Race(bench)
            _ = try race.myObject.text()
            try race.set(race.theirObject, ["name": .string("Theirs")])
            try race.theirs.save()
            try race.mine.add("Company", ["name": .string("A")])
            try race.mine.save()
            race.mine.detectConflicts(for: race.myObject)
            try race.mine.add("Company", ["name": .string("B")])
            let error = try expectError(SaveError.self) { try race.mine.save() }
            try expect(error.conflicts.map(\.object), is: [race.myObject.objectID])
        }
        list.add(
            .conflicts, "after a refresh that keeps my changes the save passes, and both sides' changes are stored"
        ) {
            let race = try Race($0)
            _ = try race.myObject.text()
            try race.set(race.theirObject, ["name": .string("Theirs")])
            try race.theirs.save()
            try race.set(race.myObject, ["score": .double(2)])
            try expectError(SaveError.self) { try race.mine.save() }
            race.mine.refresh(race.myObject, mergesChanges: true)
            try race.mine.save()
            try race.expectStored(("Theirs", 36, 2), "merged by hand")
        }
        list.add(
            .conflicts, "a hundred contexts that add one to a number, each again after a conflict, lose no addition"
        ) {
            bench in
            let race = try Race(bench)
            for round in 0..<20 {
                let contexts = (0..<5).map { _ in bench.context(race.container) }
                let copies = try contexts.map { try $0.own(race.theirObject) }
                for copy in copies { _ = try copy.number("age") }
                for (context, copy) in zip(contexts, copies) {
                    try copy.setValue(.integer(Int64(try copy.number("age")) + 1), forKey: "age")
                    do {
                        try context.save()
                    } catch let error as SaveError where error.code == .conflict {
                        context.refresh(copy, mergesChanges: false)
                        try copy.setValue(.integer(Int64(try copy.number("age")) + 1), forKey: "age")
                        try context.save()
                    }
                }
                try expect(try race.stored()?.age, is: .integer(Int64(36 + 5 * (round + 1))))
            }
        }
    }

    private static func addVersions(to list: inout CaseList) {
        list.add(.conflicts, "a version begins with 1 and is one more with every save that changes the object") {
            bench in
            let race = try Race(bench)
            try expect(race.theirObject.version, is: 1)
            for version in 2...5 {
                try race.set(race.theirObject, ["age": .integer(Int64(version))])
                try race.theirs.save()
                try expect(race.theirObject.version, is: version)
                try expect(try race.stored()?.version, is: version)
            }
        }
        list.add(.conflicts, "a save without a difference raises no version and writes nothing") { bench in
            let race = try Race(bench)
            try race.set(race.theirObject, ["name": .string("Other")])
            try race.set(race.theirObject, ["name": .string("Ada")])
            try race.theirs.save()
            try expect(try race.stored()?.version, is: 1)
        }
        list.add(
            .conflicts,
            "members that come and go raise the version of the row that holds the reference, not the owner's"
        ) {
            bench in
            let race = try Race(bench)
            let company = try race.theirs.add("Company", ["name": .string("A")])
            try race.theirs.save()
            try company.relatedObjects(forKey: "staff").insert(race.theirObject)
            try race.theirs.save()
            try expect(try race.stored()?.version, is: 2)
            try expect(try bench.context(race.container).own(company).version, is: 1)
        }
    }

    private static func expectDouble(_ context: ManagedObjectContext, _ attributes: [String]) throws {
        let error = try expectError(SaveError.self, "a doubled value") { try context.save() }
        try expect(error.code, is: .conflict)
        try expect(Set(error.constraintConflicts.map(\.properties)), is: [attributes])
    }

    private static func addUniqueness(to list: inout CaseList) {
        let model = ModelDescription.of(
            .named(
                "Item", [.optional("name", .string), .optional("first", .integer64), .optional("second", .integer64)]
            ).unique("name").unique("first", "second"),
            .named("Special", parent: "Item", [.optional("extra", .integer64)]))
        func add(
            _ promise: String,
            _ body: @escaping @Sendable (ConformanceFixture, ManagedObjectContext, PersistentContainer) throws -> Void
        ) {
            list.add(.conflicts, promise, needs: [.uniqueness]) { bench in
                let container = try bench.open(model)
                try body(bench, bench.context(container), container)
            }
        }
        add("two new objects with one unique value are refused") { _, context, _ in
            try context.add("Item", ["name": .string("A")])
            try context.add("Item", ["name": .string("A")])
            try expectDouble(context, ["name"])
        }
        add("an update to a unique value that is taken is refused") { _, context, _ in
            try context.add("Item", ["name": .string("A")])
            let other = try context.add("Item", ["name": .string("B")])
            try context.save()
            try other.setValue(.string("A"), forKey: "name")
            try expectDouble(context, ["name"])
        }
        add("missing values are equal to none: any number of objects have none") { bench, context, container in
            for number in 0..<3 { try context.add("Item", ["first": .integer(Int64(number))]) }
            for _ in 0..<2 { try context.add("Item") }
            try context.save()
            try expect(try bench.context(container).find("Item").count, is: 5)
        }
        add("a constraint over two attributes compares both, and none where one is missing") { _, context, _ in
            for (first, second) in [(1, 1), (1, 2), (2, 1)] as [(Int64, Int64)] {
                try context.add("Item", ["first": .integer(first), "second": .integer(second)])
            }
            for _ in 0..<2 { try context.add("Item", ["first": .integer(1)]) }
            try context.save()
            try context.add("Item", ["first": .integer(2), "second": .integer(1)])
            try expectDouble(context, ["first", "second"])
        }
        add("two unique values may be swapped in one save, and three turned round") { bench, context, container in
            let items = try ["A", "B", "C"].map { try context.add("Item", ["name": .string($0)]) }
            try context.save()
            try items[0].setValue(.string("B"), forKey: "name")
            try items[1].setValue(.string("A"), forKey: "name")
            try context.save()
            for (item, name) in zip(items, ["C", "B", "A"]) { try item.setValue(.string(name), forKey: "name") }
            try context.save()
            let reader = bench.context(container)
            try expect(try items.map { try reader.own($0).text() }, is: ["C", "B", "A"])
        }
        add("a deleted object's unique value is free in the same save") { bench, context, container in
            let item = try context.add("Item", ["name": .string("A")])
            try context.save()
            context.delete(item)
            try context.add("Item", ["name": .string("A"), "first": .integer(9)])
            try context.save()
            try expect(try bench.context(container).find("Item").numbers("first"), is: [9])
        }
        add("subentities are under the constraint of the entity that declares it") { _, context, _ in
            try context.add("Item", ["name": .string("A")])
            try context.add("Special", ["name": .string("A")])
            try expectDouble(context, ["name"])
        }
        list.add(
            .conflicts,
            "a unique value is settled between two entities of a family, of which one has a relationship more",
            needs: [.uniqueness]
        ) { bench in
            let container = try bench.open(
                .of(
                    .named("Animal", [.optional("name", .string)]).unique("name"),
                    .named("Cat", parent: "Animal"),
                    .named("Dog", parent: "Animal", [], [.one("owner", to: "Owner", inverse: "dogs")]),
                    .named("Owner", [.optional("name", .string)], [.many("dogs", to: "Dog", inverse: "owner")])))
            let context = bench.context(container)
            try context.add("Cat", ["name": .string("X")])
            let owner = try context.add("Owner", ["name": .string("Ada")])
            try context.save()
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.add("Dog", ["name": .string("X")]).setRelatedObject(owner, forKey: "owner")
            try context.save()
            let reader = bench.context(container)
            try expect(try reader.find("Animal").names(), is: ["X"])
            try expect(try reader.find("Dog").count, is: 0)
            try expect(try owner.names("dogs"), is: [])
        }
        add("uniqueness is validated by bytes: two spellings of one letter are two values") {
            bench, context, container in
            for name in ["é", "e\u{301}", "E", "e", "A", "a", "a\0", "ß", "ss"] {
                try context.add("Item", ["name": .string(name)])
            }
            try context.save()
            try expect(try bench.context(container).find("Item").count, is: 9)
        }
        add("long texts are unique as a whole, not by their beginnings") { bench, context, container in
            let start = String(repeating: "x", count: 3_000)
            try context.add("Item", ["name": .string(start + "a")])
            try context.add("Item", ["name": .string(start + "b")])
            try context.save()
            try context.add("Item", ["name": .string(start + "a")])
            try expectDouble(context, ["name"])
            try expect(try bench.context(container).find("Item").count, is: 2)
        }
    }
}
