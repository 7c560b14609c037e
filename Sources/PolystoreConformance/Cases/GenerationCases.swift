import Foundation
import PolystoreCore
import PolystoreStorage

/// Contexts that keep to a generation: one cut of all stores, shared, bounded, and left at certain points only.
enum GenerationCases {
    static func add(to list: inout CaseList, _ suite: ConformanceSuite) {
        addReading(to: &list, suite)
        addRefusals(to: &list, suite)
        addLimits(to: &list, suite)
        addStores(to: &list, suite)
    }

    /// Cleo works at C, with Ada, who has a photo.
    private static func staffed(_ race: Race) throws {
        let company = try race.theirs.add("Company", ["name": .string("C")])
        let cleo = try race.theirs.add("Person", ["name": .string("Cleo"), "age": .integer(50)])
        try race.theirObject.setValue(.data(photo), forKey: "photo")
        for person in [race.theirObject, cleo] { try person.setRelatedObject(company, forKey: "employer") }
        try race.theirs.save()
    }

    /// Ada is renamed and leaves, Cleo and C are deleted, and there are Bob and D.
    private static func changed(_ race: Race) throws {
        for (entity, name) in [("Company", "C"), ("Person", "Cleo")] {
            try race.theirs.find(entity, .compare("name", .equal, .string(name))).forEach(race.theirs.delete)
        }
        try race.set(race.theirObject, ["name": .string("Ada II"), "photo": .missing])
        let company = try race.theirs.add("Company", ["name": .string("D")])
        try race.theirs.add("Person", ["name": .string("Bob")]).setRelatedObject(company, forKey: "employer")
        try race.theirs.save()
    }

    /// Of a length that is kept out of rows where a store does so.
    private static let photo = Data(repeating: 7, count: 300_000)

    /// Expects everything as `staffed` left it.
    private static func expectStaffed(_ context: ManagedObjectContext) throws {
        let names = [SortKey(["name"])]
        try expect(try context.find("Person", by: names).names(), is: ["Ada", "Cleo"])
        try expect(try context.count(context.request("Company")), is: 1)
        try expect(
            try context.find("Person", .compare("employer.name", .equal, .string("C")), by: names).names(),
            is: ["Ada", "Cleo"])
        try expect(try context.find("Company", .compare("staff.@count", .equal, .integer(2))).names(), is: ["C"])
        try expect(try context.find("Company").first?.names("staff").sorted(), is: ["Ada", "Cleo"])
        let ada = try require(try context.find("Person", .compare("name", .equal, .string("Ada"))).first)
        try expect(try ada.value(forKey: "photo"), is: .data(photo))
        try expect(try ada.relatedObject(forKey: "employer")?.text(), is: "C")
    }

    /// A context that reads the generation that its first read takes.
    private static func reader(_ race: Race) throws -> ManagedObjectContext {
        let context = race.bench.context(race.container)
        try context.setQueryGeneration(.current)
        try expect(context.queryGeneration, is: .current)
        _ = try context.count(context.request("Person"))
        try expect(context.queryGeneration?.isTaken, is: true)
        return context
    }

    private static func addReading(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "through a generation everything reads as it was when the generation was taken (P4)") { bench in
            let race = try Race(bench)
            try staffed(race)
            let context = try reader(race)
            try changed(race)
            try expectStaffed(context)
            try expect(try bench.context(race.container).find("Person").count, is: 2)
        }
        list.add(suite, "the current generation is the one of the next read, not of the moment when it is set") {
            bench in
            let race = try Race(bench)
            let context = bench.context(race.container)
            try context.setQueryGeneration(.current)
            try staffed(race)
            try expectStaffed(context)
            try changed(race)
            try expectStaffed(context)
        }
        list.add(suite, "a token shows other contexts the same rows, also when the context that took it has gone") {
            bench in
            let race = try Race(bench)
            try staffed(race)
            func taken() throws -> QueryGeneration {
                let context = race.container.newConfinedContext()
                try context.setQueryGeneration(.current)
                _ = try context.find("Company")
                return try require(context.queryGeneration)
            }
            let token = try taken()
            try changed(race)
            for _ in 0..<2 {
                let context = bench.context(race.container)
                try context.setQueryGeneration(token)
                try expect(context.queryGeneration, is: token)
                try expectStaffed(context)
            }
            // Though no save comes between the context's beginning and its own: what it links to was deleted before.
            let late = bench.context(race.container)
            try late.setQueryGeneration(token)
            let company = try require(try late.find("Company").first)
            try late.add("Person", ["name": .string("Eve")]).setRelatedObject(company, forKey: "employer")
            let error = try expectError(SaveError.self) { try late.save() }
            try expect(error.code, is: .conflict)
        }
        list.add(suite, "a child reads its parent's generation, and its parent's changes on it") { bench in
            let race = try Race(bench)
            try staffed(race)
            let parent = try reader(race)
            let child = parent.newConfinedChildContext()
            try changed(race)
            try expect(child.queryGeneration, is: parent.queryGeneration)
            try expectStaffed(child)
            try parent.add("Company", ["name": .string("E")])
            try expect(try child.find("Company").names().sorted(), is: ["C", "E"])
            let error = try expectError(ContextError.self) { try child.setQueryGeneration(nil) }
            try expect(error.code, is: .generationOfParent)
            parent.rollback()
            try parent.setQueryGeneration(nil)
            try expect(try child.find("Company").names(), is: ["D"])
        }
        list.add(suite, "a save moves its context on, and a fetch, a count and a refresh do not") { bench in
            let race = try Race(bench)
            let context = try reader(race)
            let token = context.queryGeneration
            try race.theirs.add("Person", ["name": .string("Bob")])
            try race.theirs.save()
            context.refreshAllObjects()
            context.refresh(try context.own(race.theirObject), mergesChanges: true)
            try expect(try context.count(context.request("Person")), is: 1)
            try expect(context.queryGeneration, is: token)
            try context.add("Person", ["name": .string("Cleo")])
            try expect(try context.find("Person").count, is: 2)
            try context.save()
            try expect(try context.find("Person").count, is: 3)
            try expect(context.queryGeneration == token, is: false)
        }
    }

    private static func addRefusals(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "a save that a conflict refuses reports the newest values and leaves the generation") { bench in
            let race = try Race(bench)
            try race.mine.setQueryGeneration(.current)
            try expect(try race.mine.find("Person").count, is: 1)
            let token = race.mine.queryGeneration
            try race.set(race.theirObject, ["age": .integer(40)])
            try race.theirs.add("Person", ["name": .string("Bob")])
            try race.theirs.save()
            try race.set(race.myObject, ["name": .string("Mine")])
            let error = try expectError(SaveError.self) { try race.mine.save() }
            try expect(error.conflicts.first?.storeValues?["age"], is: .integer(40))
            try expect(race.mine.queryGeneration, is: token)
            try expect(try race.mine.find("Person").names(), is: ["Mine"])
        }
        list.add(suite, "a save that settles conflicts in vain leaves the generation, and one that succeeds moves on") {
            bench in
            let container = try bench.open(Validated.model, [bench.description()], classes: [Validated.self])
            let theirs = bench.context(container)
            let theirObject = try theirs.add("Validated", Validated.values)
            try theirs.save()
            let mine = bench.context(container)
            mine.mergePolicy = .mergeByPropertyObjectTrump
            try mine.setQueryGeneration(.current)
            let object = try mine.existingObject(with: theirObject.objectID, as: Validated.self)
            let token = mine.queryGeneration
            var saves: Int64 = 0
            object.whenValidated = {
                saves += 1
                try theirObject.setValue(.integer(saves % 10), forKey: "number")
                try theirs.add("Validated", Validated.values)
                try theirs.save()
            }
            try object.setValue(.string("A2"), forKey: "code")
            try expect(try expectError(SaveError.self) { try mine.save() }.code, is: .unresolved)
            object.whenValidated = {}
            try expect(mine.queryGeneration, is: token)
            try expect(try mine.find("Validated").count, is: 1)
            try mine.save()
            try expect(try mine.find("Validated").count, is: Int(saves) + 1)
        }
    }

    private static func addLimits(to list: inout CaseList, _ suite: ConformanceSuite) {
        for end in QueryGeneration.End.allCases where end != .closed {
            list.add(
                suite, "a generation ends by its \(end.rawValue), which the next read's error names with the limit",
                covers: [.storeError(.snapshotExpired)]
            ) { bench in
                let race = try Race(bench)
                let context = try reader(race)
                let read = try require(try context.find("Person").first)
                let token = try require(context.queryGeneration)
                let coordinator = race.container.coordinator
                var later: [ManagedObjectContext] = []
                switch end {
                case .count:
                    coordinator.queryGenerationLimit = QueryGenerationLimit(count: 1, age: nil, bytes: nil)
                    later.append(try reader(race))
                case .age: coordinator.queryGenerationLimit = QueryGenerationLimit(age: .zero, bytes: nil)
                case .bytes:
                    coordinator.queryGenerationLimit = QueryGenerationLimit(age: nil, bytes: 1)
                    for age in 0..<2000 where token.end == nil {
                        try race.theirObject.setValue(.integer(Int64(age)), forKey: "age")
                        try race.theirs.save()
                    }
                case .closed: break
                }
                try expect(token.end, is: end)
                let error = try expectError(StoreError.self) { _ = try context.find("Person") }
                try expect(error.generationEnd, is: end)
                try expect(error.details[.limit] == nil, is: false)
                try expectError(StoreError.self) { try bench.context(race.container).setQueryGeneration(token) }
                try expect(try read.text(), is: "Ada")
                coordinator.queryGenerationLimit = QueryGenerationLimit()
                try context.setQueryGeneration(.current)
                try expect(try context.find("Person").count, is: 1)
                for other in later { try expect(try other.find("Person").count, is: 1) }
            }
        }
    }

    private static func addStores(to list: inout CaseList, _ suite: ConformanceSuite) {
        list.add(suite, "a generation shows nothing of a store that was added later, and no error") { bench in
            let model = ModelDescription.of(
                .named("Item", [.required("region", .integer64), .optional("name", .string)]),
                .named("Late", [.optional("name", .string)]))
            let container = try bench.open(model, [bench.description("first", at: 0, entities: ["Item", "Late"])])
            let theirs = bench.context(container)
            try theirs.add("Item", ["region": .integer(1), "name": .string("one")])
            try theirs.save()
            let mine = bench.context(container)
            try mine.setQueryGeneration(.current)
            try expect(try mine.find("Item").names(), is: ["one"])
            try container.coordinator.addStore(bench.description("second", at: 1, entities: ["Late", "Item"]))
            let late = try theirs.insert(entity: "Late", into: "second") {
                try $0.setValue(.string("late"), forKey: "name")
            }
            try theirs.insert(entity: "Item", into: "second") {
                try $0.setValue(.integer(2), forKey: "region")
                try $0.setValue(.string("two"), forKey: "name")
            }
            try theirs.save()
            try expect(try mine.find("Late").count, is: 0)
            try expect(try mine.count(mine.request("Late")), is: 0)
            try expect(try mine.find("Item").names(), is: ["one"])
            try expect(try mine.find("Item", by: [SortKey(["name"])], limit: 5).names(), is: ["one"])
            try expect(try mine.fetch(mine.request("Item").affecting(stores: ["second"])).count, is: 0)
            try expectError(ContextError.self) { _ = try mine.own(late) }
            // What it saves itself goes there, and moves it on.
            try mine.insert(entity: "Late", into: "second") { try $0.setValue(.string("mine"), forKey: "name") }
            try expect(try mine.find("Late").names(), is: ["mine"])
            try mine.save()
            try expect(try mine.find("Late").names().sorted(), is: ["late", "mine"])
            try expect(try mine.find("Item").names().sorted(), is: ["one", "two"])
        }
        guard suite == .multiStore else { return }
        list.add(suite, "rows of a store that was removed stay readable through a generation") { bench in
            let race = try Race(bench)
            try staffed(race)
            let context = try reader(race)
            let token = try require(context.queryGeneration)
            let coordinator = race.container.coordinator
            let object = try require(try race.theirs.find("Company").first)
            let description = race.container.store(of: object).description
            try coordinator.removeStore(named: description.name)
            try expectStaffed(context)
            let other = bench.context(race.container)
            try expectError(FetchError.self) { _ = try other.find("Company") }
            try other.setQueryGeneration(token)
            try expectStaffed(other)
            // It cannot be saved to any more.
            let company = try require(try other.find("Company").first)
            try company.setValue(.string("changed"), forKey: "name")
            try expectError((any Error).self) { try other.save() }
            other.rollback()
            try expectStaffed(other)
            guard bench.factory.types.first(where: { $0.name == description.type })?.capabilities.isDurable ?? false
            else { return }
            try expectError(CoordinatorError.self, "open still") { try coordinator.addStore(description) }
            for held in [context, other] { try held.setQueryGeneration(nil) }
            _ = try withExtendedLifetime(token) {
                try expectError(CoordinatorError.self, "held by a token") { try coordinator.addStore(description) }
            }
        }
        list.add(suite, "a store that was removed is closed with its last generation", needs: [.durable]) { bench in
            try DurableStores.require(bench)
            let race = try Race(bench)
            try staffed(race)
            let object = try require(try race.theirs.find("Company").first)
            let description = race.container.store(of: object).description
            let coordinator = race.container.coordinator
            let contexts = [try reader(race), bench.context(race.container)]
            try contexts[1].setQueryGeneration(contexts[0].queryGeneration)
            try coordinator.removeStore(named: description.name)
            try contexts[0].setQueryGeneration(nil)
            try expectStaffed(contexts[1])
            try expectError(CoordinatorError.self, "open still") { try coordinator.addStore(description) }
            try contexts[1].setQueryGeneration(nil)
            try coordinator.addStore(description)
            try expectStaffed(bench.context(race.container))
        }
    }
}
