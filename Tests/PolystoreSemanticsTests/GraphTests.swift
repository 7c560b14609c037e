import Foundation
import Polystore
import Testing

@Suite("Objects without classes")
struct GraphTests {
    private static let layouts: [[String]] = [
        ["memory", "memory"], ["sqlite", "sqlite"], ["lmdb", "lmdb"], ["sqlite", "lmdb"], ["lmdb", "sqlite"],
        ["sqlite", "memory"], ["lmdb", "memory"],
    ]

    private static let entities = [
        EntityDescription(
            "Team", .attribute("name", .string), .attribute("points", .integer64, .default(1)),
            .toMany("members", "Player", inverse: "team", .count(2...3), .noAction)),
        EntityDescription("Player", .attribute("name", .string), .toOne("team", "Team")),
    ]

    /// Teams in one store, players in another; one store for both where the types are the same memory.
    private func world(_ types: [String]) throws -> GraphWorld {
        try GraphWorld(Self.entities, in: [(types[0], ["Team"]), (types[1], ["Player"])])
    }

    private func team(of count: Int, _ context: ManagedObjectContext) throws -> (ManagedObject, [ManagedObject]) {
        let team = try context.insert(entity: "Team")
        try team.setValue(.string("Reds"), forKey: "name")
        let players = try (0..<count).map { number in
            let player = try context.insert(entity: "Player")
            try player.setValue(.string("Player \(number)"), forKey: "name")
            try player.setRelatedObject(team, forKey: "team")
            return player
        }
        return (team, players)
    }

    @Test(
        "a save counts the members of relationships: too few, too many, and none where it may be empty",
        arguments: layouts)
    func counts(_ types: [String]) throws {
        let world = try world(types)
        let context = world.context()
        let (team, players) = try team(of: 1, context)
        let few = #expect(throws: SaveError.self) { try context.save() }
        #expect(few?.validationFailures.map(\.code) == [.tooFew])
        #expect(few?.validationFailures.map(\.property) == ["members"])
        for _ in 0..<3 {
            let player = try context.insert(entity: "Player")
            try player.setValue(.string("Another"), forKey: "name")
            try player.setRelatedObject(team, forKey: "team")
        }
        let many = #expect(throws: SaveError.self) { try context.save() }
        #expect(many?.validationFailures.map(\.code) == [.tooMany])
        try players[0].setRelatedObject(nil, forKey: "team")
        try context.save()
        for player in try team.relatedObjects(forKey: "members") { try player.setRelatedObject(nil, forKey: "team") }
        try context.save()
    }

    @Test(
        "No Action deletes the object alone: what refers to it keeps the reference, wherever it lies",
        arguments: layouts)
    func noAction(_ types: [String]) throws {
        let world = try world(types)
        let context = world.context()
        let (team, players) = try team(of: 2, context)
        try context.save()
        let gone = team.objectID
        let second = world.context()
        second.delete(try second.existingObject(with: gone))
        try second.save()
        let third = world.context()
        #expect(throws: ContextError.self) { try third.existingObject(with: gone) }
        for player in players {
            let left = try third.existingObject(with: player.objectID)
            #expect(try left.objectIDs(forRelationshipNamed: "team") == [gone])
            let missing = try #require(try left.relatedObject(forKey: "team"))
            #expect(throws: ContextError.self) { try missing.value(forKey: "name") }
            _ = third.takeAccessError()
        }
    }

    @Test("a relationship says whether its members were read", arguments: layouts)
    func hasFault(_ types: [String]) throws {
        let world = try world(types)
        let writer = world.context()
        let (team, players) = try team(of: 2, writer)
        try writer.save()
        let context = world.context()
        let found = try context.existingObject(with: team.objectID)
        #expect(try found.hasFault(forRelationshipNamed: "members"))
        #expect(try found.relatedObjects(forKey: "members").count == 2)
        #expect(try !found.hasFault(forRelationshipNamed: "members"))
        #expect(throws: ValueError.self) { try players[0].hasFault(forRelationshipNamed: "coach") }
    }

    @Test("changed relationships and values are what a save would write", arguments: layouts)
    func changes(_ types: [String]) throws {
        let world = try world(types)
        let context = world.context()
        let (team, players) = try team(of: 3, context)
        #expect(team.changedRelationships() == ["members"])
        #expect(team.hasPersistentChangedValues)
        try context.save()
        #expect(team.changedRelationships().isEmpty && !team.hasPersistentChangedValues)
        try players[0].setRelatedObject(nil, forKey: "team")
        #expect(team.changedRelationships() == ["members"])
        #expect(!team.hasPersistentChangedValues)
        #expect(players[0].hasPersistentChangedValues)
        try context.save()
        #expect(team.changedRelationships().isEmpty)
        try team.setValue(.integer(7), forKey: "points")
        #expect(team.hasPersistentChangedValues)
        #expect(team.changedValues() == ["points": .integer(7)])
        try team.setValue(.integer(1), forKey: "points")
        #expect(team.hasChanges && !team.hasPersistentChangedValues)
    }

    @Test("an object of another entity is refused by name with a typed error", arguments: layouts)
    func wrongDestination(_ types: [String]) throws {
        let world = try world(types)
        let context = world.context()
        let (_, players) = try team(of: 2, context)
        let error = #expect(throws: ContextError.self) { try players[0].setRelatedObject(players[1], forKey: "team") }
        #expect(error?.code == .wrongDestination && error?.details[.property] == "team")
        let elsewhere = world.context()
        let stranger = try elsewhere.insert(entity: "Team")
        let foreign = #expect(throws: ContextError.self) { try players[0].setRelatedObject(stranger, forKey: "team") }
        #expect(foreign?.code == .foreignObject)
        try context.save()
    }

    @Test("a partial index changes no answer, whatever a store makes of it", arguments: ["memory", "sqlite", "lmdb"])
    func partialIndexes(_ type: String) throws {
        func entity(_ parts: EntityPart...) throws -> EntityDescription {
            var entity = EntityDescription("Item", .attribute("price", .integer64), .attribute("title", .string))
            for part in parts { part.addMember(to: &entity) }
            return entity
        }
        let partial = EntityPart.index("dear", "-price", "title", where: try FetchPredicate(format: "price > 100"))
        let worlds = [
            try GraphWorld([try entity()], in: [(type, nil)]), try GraphWorld([try entity(partial)], in: [(type, nil)]),
        ]
        for world in worlds {
            let context = world.context()
            for number in 0..<200 {
                let item = try context.insert(entity: "Item")
                try item.setValue(.integer(Int64(number * 7 % 200)), forKey: "price")
                try item.setValue(.string("item \(number % 10)"), forKey: "title")
            }
            try context.save()
        }
        let predicates = [
            "price > 100", "price > 150", "price > 50", "price <= 100", "price == 101", "price == 100",
            "price BETWEEN {90, 110}", "title == 'item 3' AND price > 100",
        ]
        for text in predicates {
            let request = FetchRequest<ManagedObject>(entity: "Item").where(try FetchPredicate(format: text))
                .sorted(by: SortKey(["price"], ascending: false))
            let answers = try worlds.map { world in
                let context = world.context()
                return try context.fetch(request).map { try $0.value(forKey: "price") }
            }
            #expect(answers[0] == answers[1] && !answers[0].isEmpty, "\(text)")
        }
    }
}
