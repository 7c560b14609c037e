import PolystoreCore
import PolystoreStorage

/// Links that are made, taken back and cleared by deletions, in one context or in two.
enum LinkCases {
    private static let model = ModelDescription.of(
        .named(
            "Person", [.optional("name", .string)],
            [
                .many("friends", to: "Person", inverse: "friendOf"),
                .many("friendOf", to: "Person", inverse: "friends"),
                .one("employer", to: "Company", inverse: "staff"), .one("locker", to: "Locker", inverse: "person"),
            ]),
        .named("Company", [.optional("name", .string)], [.many("staff", to: "Person", inverse: "employer")]),
        .named("Locker", [.optional("name", .string)], [.one("person", to: "Person", inverse: "locker")]))

    static func add(to list: inout CaseList) {
        add(to: &list, "a link that was made, taken back, read and made again is stored") { bench, container in
            let (context, p, q) = try pair(bench, container)
            let friends = try p.relatedObjects(forKey: "friends")
            friends.insert(q)
            friends.remove(q)
            try expect(try p.names("friends"), is: [])
            try expect(try q.names("friendOf"), is: [])
            friends.insert(q)
            try expect(try p.names("friends"), is: ["q"])
            try context.save()
            try expect(try bench.context(container).own(p).names("friends"), is: ["q"])
        }
        add(
            to: &list,
            "an object that is refreshed beside the deletion of what it refers to does not refer to it afterwards"
        ) {
            bench, container in
            let (context, p, q) = try pair(bench, container)
            let company = try context.add("Company", ["name": .string("c")])
            try p.setRelatedObject(company, forKey: "employer")
            try p.relatedObjects(forKey: "friends").insert(q)
            try context.save()
            context.delete(company)
            context.delete(q)
            try context.processPendingChanges()
            context.refresh(p, mergesChanges: false)
            try context.save()
            let stored = try bench.context(container).own(p)
            try expect(try stored.relatedObject(forKey: "employer") == nil, "it refers to a company that is gone")
            try expect(try stored.names("friends"), is: [])
        }
        add(to: &list, "an object that is refreshed beside its partner's change leaves no link with one side only") {
            bench, container in
            let (context, p, q) = try pair(bench, container)
            let locker = try context.add("Locker", ["name": .string("l")])
            try locker.setRelatedObject(p, forKey: "person")
            try context.save()
            try locker.setRelatedObject(q, forKey: "person")
            context.refresh(p, mergesChanges: false)
            try context.save()
            let reader = bench.context(container)
            let holder = try require(try reader.own(locker).relatedObject(forKey: "person"))
            for person in [p, q] {
                let isHolder = try person.text() == holder.text()
                try expect(try reader.own(person).relatedObject(forKey: "locker") != nil, is: isHolder)
            }
        }
        list.add(.conflicts, "an owner that becomes a fault keeps the members that were given to it") { bench in
            let race = try Race(bench)
            let theirs = try race.theirs.add("Company", ["name": .string("A")])
            try race.theirs.save()
            let company = try race.mine.own(theirs)
            try race.myObject.setRelatedObject(company, forKey: "employer")
            race.mine.refresh(company, mergesChanges: false)
            try expect(try company.names("staff"), is: ["Ada"], "before the save")
            try race.mine.save()
            try expect(try company.names("staff"), is: ["Ada"], "after the save")
        }
        add(to: &list, "an object is deleted beside a member that others have deleted") { bench, container in
            let (first, p, q) = try pair(bench, container)
            try p.relatedObjects(forKey: "friends").insert(q)
            try first.save()
            let mine = bench.context(container)
            mine.mergePolicy = .mergeByPropertyObjectTrump
            let own = try mine.own(p)
            try expect(try own.objectIDs(forRelationshipNamed: "friends").count, is: 1)
            first.delete(q)
            try first.save()
            mine.delete(own)
            try mine.save()
            try expect(try bench.context(container).find("Person").count, is: 0)
        }
    }

    private static func add(
        to list: inout CaseList, _ promise: String,
        _ body: @escaping @Sendable (ConformanceFixture, PersistentContainer) throws -> Void
    ) {
        list.add(.conflicts, promise, needs: [.joins]) { bench in try body(bench, try bench.open(model)) }
    }

    /// Two saved persons of one context, which is fresh.
    private static func pair(
        _ bench: ConformanceFixture, _ container: PersistentContainer
    ) throws -> (ManagedObjectContext, ManagedObject, ManagedObject) {
        let writer = bench.context(container)
        let saved = try ["p", "q"].map { try writer.add("Person", ["name": .string($0)]) }
        try writer.save()
        let context = bench.context(container)
        return (context, try context.own(saved[0]), try context.own(saved[1]))
    }
}
