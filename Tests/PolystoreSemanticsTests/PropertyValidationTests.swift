import Foundation
import Polystore
import PolystoreMemory
import Testing

final class Guild: ManagedObject, Entity {
    static let title = Attribute<String>("title")
    static let renewals = Attribute<Int>("renewals", .default(0), .maximum(3))
    static let members = ToMany<GuildMember>("members", inverse: \.guild)
    static let entity = EntityDescription(Guild.self, title, renewals, members)

    var willSaves = 0

    override func willSave() { willSaves += 1 }
}

class GuildMember: ManagedObject, Entity, PropertyValidating {
    struct Refusal: Error, Equatable { let property: String }

    static let name = Attribute<String>("name", .length(1...8), .matching("[A-Za-z ]*"))
    static let age = Attribute<Int?>("age", .minimum(0), .maximum(150))
    static let joined = Attribute<Date?>("joined", .maximum(Date(timeIntervalSinceReferenceDate: 0)))
    static let nickname = Attribute<String?>("nickname", .transient, .length(...4))
    static let photo = Attribute<Data?>("photo", .length(...3))
    static let guild = ToOne<Guild>("guild")
    class var entity: EntityDescription {
        EntityDescription(GuildMember.self, name, age, joined, nickname, photo, guild)
    }

    /// The properties that were asked about, in order.
    var asked: [String] = []
    /// What stands in the place of an age.
    var otherAge: Value?
    /// The guild of a member that has none.
    var standardGuild: Guild?
    /// Called at each validation of a change or an insertion.
    var whenValidated: (GuildMember) throws -> Void = { _ in }

    func validate(_ value: inout Value, for property: String) throws {
        asked.append(property)
        switch (property, value) {
        case ("name", .string(let text)):
            if text == "nobody" { throw Refusal(property: property) }
            value = .string(text.trimmingCharacters(in: .whitespaces))
        case ("age", _): if let otherAge { value = otherAge }
        case ("guild", .missing): if let standardGuild { value = .object(standardGuild.objectID) }
        default: break
        }
    }

    override func validateForInsert() throws { try whenValidated(self) }

    override func validateForUpdate() throws { try whenValidated(self) }
}

final class Patron: GuildMember {
    static let gift = Attribute<Int>("gift", .default(1))
    override class var entity: EntityDescription { EntityDescription(Patron.self, parent: GuildMember.self, gift) }

    override func validate(_ value: inout Value, for property: String) throws {
        if property == "gift", value == .integer(0) { throw Refusal(property: property) }
        try super.validate(&value, for: property)
    }
}

@Suite("Validation of single properties")
struct PropertyValidationTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        container = try PersistentContainer.inMemory(model: [Guild.self, GuildMember.self])
        context = container.newConfinedContext()
    }

    private func member(_ name: String) throws -> GuildMember {
        try context.insert(GuildMember.self) { $0.name = name }
    }

    private func failures() throws -> [ValidationFailure] {
        try #require(#expect(throws: SaveError.self) { try context.save() }).validationFailures
    }

    @Test("a save asks about every attribute and to-one relationship, and stores what stands in the place of a value")
    func replacing() throws {
        let guild = try context.insert(Guild.self) { $0.title = "Chess" }
        let ada = try member("  Ada ")
        ada.standardGuild = guild
        try context.save()
        #expect(Set(ada.asked) == ["name", "age", "joined", "nickname", "photo", "guild"])
        #expect(ada.name == "Ada" && ada.guild === guild)
        let other = container.newConfinedContext()
        let stored = try other.existingObject(with: ada.objectID, as: GuildMember.self)
        #expect(stored.name == "Ada" && stored.guild?.title == "Chess")
        #expect(try other.existingObject(with: guild.objectID, as: Guild.self).members.map(\.name) == ["Ada"])
        #expect(!context.hasChanges)
        ada.asked = []
        try context.save()
        #expect(ada.asked == [])
    }

    @Test("what a class throws of a property is a failure of the property, beside all others, and nothing is saved")
    func throwing() throws {
        let (ada, bob) = (try member("nobody"), try member("Bob"))
        bob.age = 151
        let found = try failures()
        #expect(found.count == 2)
        let own = try #require(found.first { $0.object == ada.objectID })
        #expect(own.code == .custom && own.property == "name")
        #expect(own.cause as? GuildMember.Refusal == GuildMember.Refusal(property: "name"))
        #expect(found.first { $0.object == bob.objectID }?.code == .tooLarge)
        #expect(try container.newConfinedContext().count(FetchRequest(GuildMember.self)) == 0)
    }

    @Test(
        "a value that stands in the place of another is held against the model, too",
        arguments: [
            (Value.integer(200), ValidationFailure.Code.tooLarge), (.string("old"), .custom), (.boolean(true), .custom),
        ])
    func replacedByWrongValue(_ value: Value, _ code: ValidationFailure.Code) throws {
        let ada = try member("Ada")
        ada.otherAge = value
        let found = try failures()
        #expect(found.map(\.code) == [code] && found.map(\.property) == ["age"])
        if code == .custom { #expect((found.first?.cause as? ValueError)?.code == .wrongType) }
        ada.otherAge = nil
        ada.age = 3
        try context.save()
    }

    @Test("a to-one relationship to what is no guild, or is gone, is a failure of the relationship")
    func wrongObject() throws {
        let (guild, ada) = (try context.insert(Guild.self) { $0.title = "Chess" }, try member("Ada"))
        try context.save()
        ada.standardGuild = guild
        context.delete(guild)
        ada.age = 3
        let found = try failures()
        #expect(found.map(\.code) == [.custom] && found.map(\.property) == ["guild"])
        ada.standardGuild = nil
        try context.save()
    }

    @Test("one value is checked without being set: converted, held against the model, and given to the class")
    func oneValue() throws {
        let ada = try member("Ada")
        try context.save()
        var value = Value.string(" Eve ")
        try ada.validateValue(&value, forKey: "name")
        #expect(value == .string("Eve") && ada.name == "Ada" && !context.hasChanges)
        func failure(_ value: Value, _ name: String) throws -> ValidationFailure {
            var value = value
            return try #require(#expect(throws: ValidationFailure.self) { try ada.validateValue(&value, forKey: name) })
        }
        #expect(try failure(.missing, "name").code == .missing)
        #expect(try failure(.string("nobody"), "name").code == .custom)
        #expect(try failure(.string("far too long"), "name").code == .tooLong)
        #expect(try failure(.integer(-1), "age").code == .tooSmall)
        #expect(try failure(.string("Ada III"), "nickname").code == .tooLong)
        for (name, wrong) in [("age", Value.string("x")), ("guild", .integer(1)), ("shoeSize", .missing)] {
            var value = wrong
            #expect(throws: ValueError.self, "\(name)") { try ada.validateValue(&value, forKey: name) }
        }
        let guild = try context.insert(Guild.self) { $0.title = "Chess" }
        var members = Value.object(ada.objectID)
        #expect(throws: ValueError.self) { try guild.validateValue(&members, forKey: "members") }
        var none = Value.missing
        try ada.validateValue(&none, forKey: "guild")
        for other in [ada.objectID, ObjectID(store: guild.objectID.store, root: guild.objectID.root, key: 1 << 40)] {
            var value = Value.object(other)
            #expect(throws: ContextError.self) { try ada.validateValue(&value, forKey: "guild") }
        }
        ada.standardGuild = guild
        try ada.validateValue(&none, forKey: "guild")
        #expect(none == .object(guild.objectID) && ada.guild == nil)
    }

    @Test("a class is not asked about a value that the model refuses, which stays as it is")
    func refusedByModel() throws {
        let ada = try member("Ada")
        (ada.age, ada.otherAge) = (200, .integer(100))
        #expect(try failures().map(\.code) == [.tooLarge])
        #expect(ada.age == 200 && !ada.asked.contains("age") && ada.asked.contains("name"))
    }

    @Test("what stands in the place of a value is taken back and made again with the change")
    func undone() throws {
        let ada = try member("Ada")
        try context.save()
        context.undoManager = ContextUndoManager()
        ada.name = " Eve "
        try context.save()
        #expect(ada.name == "Eve")
        try context.undo()
        #expect(ada.name == "Ada")
        try context.redo()
        #expect(ada.name == "Eve")
    }

    @Test("an object that lies in another store takes the place of none, on both sides")
    func acrossStores() throws {
        var stores = ["guilds", "members"].map { PersistentStoreDescription(name: $0, type: .memory) }
        (stores[0].entities, stores[1].entities) = (["Guild"], ["GuildMember"])
        let container = try PersistentContainer(
            model: [Guild.self, GuildMember.self], stores: stores, storeTypes: [.memory])
        let context = container.newConfinedContext()
        let guild = try context.insert(Guild.self) { $0.title = "Chess" }
        try context.save()
        let ada = try context.insert(GuildMember.self) { $0.name = " Ada" }
        ada.standardGuild = guild
        try context.save()
        let other = container.newConfinedContext()
        #expect(try other.existingObject(with: guild.objectID, as: Guild.self).members.map(\.name) == ["Ada"])
    }

    @Test("what a validation changes after a conflict was settled is validated, too")
    func afterConflict() throws {
        let guild = try context.insert(Guild.self) { $0.title = "Chess" }
        let ada = try member("Ada")
        ada.guild = guild
        try context.save()
        let other = container.newConfinedContext()
        try other.existingObject(with: ada.objectID, as: GuildMember.self).age = 20
        try other.save()
        context.mergePolicy = .mergeByPropertyObjectTrump
        guild.renewals = 1
        var calls = 0
        ada.whenValidated = { member in
            calls += 1
            // Two passes precede the conflict: one that changes the guild, and one that finds nothing new.
            member.guild?.renewals = calls > 2 ? 9 : 2
        }
        ada.name = "Eve"
        #expect(try failures().map(\.property) == ["renewals"])
        // The guild is validated before the member, so that it takes another pass to refuse it.
        #expect(calls == 4)
        let stored = try container.newConfinedContext().existingObject(with: guild.objectID, as: Guild.self)
        #expect(stored.renewals == 0)
    }

    @Test("what a validation changes of another object is told to it, and validated")
    func changesElsewhere() throws {
        let guild = try context.insert(Guild.self) { $0.title = "Chess" }
        let ada = try member("Ada")
        ada.guild = guild
        try context.save()
        guild.willSaves = 0
        ada.whenValidated = { $0.guild?.renewals = 2 }
        ada.age = 30
        try context.save()
        #expect(guild.willSaves == 1 && guild.renewals == 2 && !context.hasChanges)
        ada.whenValidated = { $0.guild?.renewals = 9 }
        ada.age = 31
        let found = try failures()
        #expect(found.map(\.property) == ["renewals"] && found.map(\.object) == [guild.objectID])
        let stored = try container.newConfinedContext().existingObject(with: guild.objectID, as: Guild.self)
        #expect(stored.renewals == 2)
    }

    @Test("what a validation inserts or deletes takes part in the save")
    func insertsAndDeletes() throws {
        let (ada, bob) = (try member("Ada"), try member("Bob"))
        try context.save()
        var guilds: [Guild] = []
        ada.whenValidated = { ada in
            guard guilds.isEmpty, let context = ada.managedObjectContext else { return }
            guilds.append(try context.insert(Guild.self) { $0.title = "Go" })
            context.delete(bob)
        }
        ada.age = 30
        try context.save()
        #expect(guilds.first?.willSaves == 1)
        let other = container.newConfinedContext()
        #expect(try other.fetch(FetchRequest(Guild.self)).map(\.title) == ["Go"])
        #expect(try other.fetch(FetchRequest(GuildMember.self)).map(\.name) == ["Ada"])
    }

    @Test("a validation that sets the same each time is at its end, one that changes without end is an error")
    func stability() throws {
        let ada = try member("Ada")
        var calls = 0
        ada.whenValidated = { member in
            calls += 1
            member.age = 7
        }
        try context.save()
        #expect(ada.age == 7 && (2...3).contains(calls))
        ada.whenValidated = { $0.age = (($0.age ?? 0) + 1) % 100 }
        ada.name = "Eve"
        let error = #expect(throws: ContextError.self) { try context.save() }
        #expect(error?.code == .unstable && error?.details[.entity] == "GuildMember")
        #expect(try container.newConfinedContext().fetch(FetchRequest(GuildMember.self)).map(\.name) == ["Ada"])
    }

    @Test("bounds and lengths of transient attributes are asked of their values")
    func transients() throws {
        let ada = try member("Ada")
        ada.nickname = "Countess"
        let found = try failures()
        #expect(found.map(\.code) == [.tooLong] && found.map(\.property) == ["nickname"])
        ada.nickname = "Ace"
        try context.save()
        #expect(ada.nickname == "Ace")
    }

    @Test("a failure has Core Data's number and says what the model asks, without the value")
    func messages() throws {
        let ada = try member("Ada")
        func check(_ code: Int, _ rule: String?, _ change: (GuildMember) -> Void) throws {
            change(ada)
            let failure = try #require(try failures().first)
            #expect(failure.coreDataCode == code && failure.rule == rule)
            if let rule { #expect(failure.description.contains("(\(rule))")) }
            #expect(!failure.description.contains("secret"))
            (ada.name, ada.age, ada.joined, ada.photo) = ("Ada", nil, nil, nil)
        }
        try check(1620, "at least 0") { $0.age = -1 }
        try check(1610, "at most 150") { $0.age = 151 }
        try check(1630, "at most 2001-01-01T00:00:00Z") { $0.joined = Date(timeIntervalSinceReferenceDate: 1) }
        try check(1660, "at most 3 bytes") { $0.photo = Data("secret".utf8) }
        try check(1660, "at most 8 characters") { $0.name = "secret names" }
        try check(1670, "at least 1 characters") { $0.name = "" }
        try check(1680, "matches '[A-Za-z ]*'") { $0.name = "secret1" }
        try check(1550, nil) { $0.name = "nobody" }
        try context.save()
    }

    @Test("subclasses override the validation of a property, and the save of a child validates")
    func inherited() throws {
        let container = try PersistentContainer.inMemory(model: [Guild.self, GuildMember.self, Patron.self])
        let context = container.newConfinedContext()
        let child = context.newConfinedChildContext()
        let patron = try child.insert(Patron.self) { ($0.name, $0.gift) = (" Eve ", 0) }
        let found = try #require(#expect(throws: SaveError.self) { try child.save() }).validationFailures
        #expect(found.map(\.property) == ["gift"])
        patron.gift = 2
        try child.save()
        #expect(patron.name == "Eve")
        try context.save()
        #expect(try container.newConfinedContext().fetch(FetchRequest(Patron.self)).map(\.name) == ["Eve"])
    }
}
