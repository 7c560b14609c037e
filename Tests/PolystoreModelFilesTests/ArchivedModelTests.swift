import Foundation
import PolystoreModel
import PolystoreModelFiles
import PolystoreRandom
import Testing

@testable import PolystoreModelFiles

/// Compiled models that are made by hand, also such as no compiler makes.
@Suite("Archives of compiled models")
struct ArchivedModelTests {
    @Test("attributes, relationships, defaults and conditions are read")
    func everything() throws {
        let model = try Self.model(of: Self.archive()).description
        let person = try #require(model.entities.first { $0.name == "Person" })
        #expect(person.className == "Person")
        #expect(person.isAbstract == false)
        #expect(person.userInfo == ["documentation": "Jemand – wer?"])
        let attributes = Dictionary(uniqueKeysWithValues: person.attributes.map { ($0.name, $0) })
        #expect(attributes["age"]?.type == .integer16)
        #expect(attributes["age"]?.defaultValue == .integer(7))
        #expect(attributes["age"]?.renamingIdentifier == "years")
        #expect(attributes["born"]?.defaultValue == .date(Date(timeIntervalSinceReferenceDate: 86_400)))
        #expect(attributes["wealth"]?.defaultValue == .decimal(Decimal(string: "-12.5") ?? 0))
        #expect(
            attributes["token"]?.defaultValue
                == .uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))))
        #expect(person.relationships.map(\.deleteRule) == [.cascade])
        #expect(person.relationships.map(\.isOrdered) == [true])
        #expect(person.uniquenessConstraints == [["age"]])
        let car = try #require(model.entities.first { $0.name == "Car" })
        #expect(car.relationships.map(\.isToMany) == [false])
        #expect(
            model.fetchRequestTemplates["old"]?.predicate
                == .not(.comparison(.init(.keyPath(["age"]), .less, .variable("AGE"), options: .caseInsensitive))))
    }

    @Test("what is damaged or no model is refused with a message, and conditions that are too deep are left out")
    func damage() throws {
        #expect(Self.problem(Data()) == "the file is no binary property list")
        #expect(Self.problem(Data("bplist00".utf8) + Data(count: 40)) == "the end of the property list is damaged")
        let list = PropertyListNode.array([.string("a")]).propertyList
        #expect(Self.problem(list) == "the property list is no keyed archive")
        var builder = ArchiveBuilder()
        #expect(Self.problem(builder.data(root: .reference(9))) == "the keyed archive has no root")
        let other = builder.object("NSThing", [])
        #expect(Self.problem(builder.data(root: other)) == "the archive holds no model")
        var deep = ArchiveBuilder()
        var condition = deep.object("NSTruePredicate", [])
        for _ in 0..<10_000 {
            let parts = deep.list([condition])
            condition = deep.object(
                "NSCompoundPredicate", [("NSCompoundPredicateType", .integer(0)), ("NSSubpredicates", parts)])
        }
        let reading = try Self.model(of: Self.archive(&deep, condition: condition))
        #expect(reading.description.fetchRequestTemplates.isEmpty)
        #expect(
            reading.remarks.map(\.message) == ["fetch request 'old' has a condition that is not read, and is left out"])
    }

    @Test("objects that contain each other, and tables that claim too much, do no harm")
    func hostile() throws {
        // A list of references to itself, and an object whose number lies outside of the file.
        var bytes = Self.archive()
        let count = bytes.count
        for (place, value) in [(count - 9, UInt8(255)), (count - 17, 255), (count - 32 + 6, 9), (count - 25, 0)] {
            let kept = bytes[place]
            bytes[place] = value
            #expect(throws: ModelError.self) { try CompiledModel(data: bytes, name: "Bad", file: "bad.mom") }
            bytes[place] = kept
        }
        // Many arrays over the same bytes: the file stays small, what it stands for does not.
        let long = PropertyListNode.array((0..<2_000).map { _ in .null }).propertyList
        var list = Array(long)
        let table = list.count - 32 - 2_001 * 4
        for number in 0..<2_001 {
            list.replaceSubrange(table + number * 4..<table + number * 4 + 4, with: [0, 0, 0, 8])
        }
        #expect(Self.problem(Data(list)) == "the property list is damaged: the objects overlap")
    }

    @Test("a condition whose parts are the same parts, over and over, is refused and not followed for ever")
    func shared() throws {
        var builder = ArchiveBuilder()
        var condition = builder.object("NSTruePredicate", [])
        for _ in 0..<60 {
            let parts = builder.list([condition, condition])
            condition = builder.object(
                "NSCompoundPredicate", [("NSCompoundPredicateType", .integer(1)), ("NSSubpredicates", parts)])
        }
        let archive = try KeyedArchive(Self.archive(&builder, condition: condition))
        let error = #expect(throws: ModelError.self) {
            try CompiledModelReader.reading(of: archive, name: "Made", file: "made.mom", elementLimit: 5_000)
        }
        #expect(error?.problems.map(\.message) == ["the archive stands for more than 5000 elements"])
    }

    @Test("a compiled model whose bytes were changed at random is read or refused, and never traps")
    func randomDamage() throws {
        var random = RandomSource()
        let bytes = Array(Self.archive())
        for _ in 0..<DamageRounds.count(1_000) {
            var damaged = bytes
            for _ in 0...random.below(4) {
                // The end of the file and the table before it are what everything hangs on.
                let isNearEnd = random.chance(3)
                let index =
                    isNearEnd ? damaged.count - 1 - random.below(min(300, damaged.count)) : random.below(damaged.count)
                damaged[index] = random.chance(4) ? 0xFF : UInt8(random.below(256))
            }
            do throws(ModelError) {
                _ = try CompiledModel(data: Data(damaged), name: "Damaged", file: "damaged.mom")
            } catch {
                #expect(!error.problems.isEmpty)
            }
        }
    }

    private static func problem(_ data: Data) -> String? {
        do throws(ModelError) {
            _ = try CompiledModel(data: data, name: "Bad", file: "bad.mom")
            return nil
        } catch {
            return error.problems.first?.message
        }
    }

    private static func model(of data: Data) throws -> ModelReading {
        try CompiledModel(data: data, name: "Made", file: "made.mom").reading
    }

    /// An archive with two entities and a fetch request.
    private static func archive() -> Data {
        var builder = ArchiveBuilder()
        let arguments = builder.list([
            builder.object("NSKeyPathSpecifierExpression", [("NSKeyPath", builder.string("age"))])
        ])
        let path = builder.object("NSKeyPathExpression", [("NSArguments", arguments)])
        let variable = builder.object("NSVariableExpression", [("NSVariable", builder.string("AGE"))])
        let operation = builder.object(
            "NSComparisonPredicateOperator",
            [("NSOperatorType", .integer(0)), ("NSModifier", .integer(0)), ("NSOptions", .integer(1))])
        let comparison = builder.object(
            "NSComparisonPredicate",
            [("NSLeftExpression", path), ("NSRightExpression", variable), ("NSPredicateOperator", operation)])
        let parts = builder.list([comparison])
        let condition = builder.object(
            "NSCompoundPredicate", [("NSCompoundPredicateType", .integer(0)), ("NSSubpredicates", parts)])
        return archive(&builder, condition: condition)
    }

    private static func archive(_ builder: inout ArchiveBuilder, condition: PropertyListNode) -> Data {
        func attribute(_ type: Int64, _ value: PropertyListNode, _ renamed: PropertyListNode? = nil) -> PropertyListNode
        {
            let fields: [(String, PropertyListNode)] = [
                ("NSAttributeType", .integer(type)), ("NSDefaultValue", value), ("NSIsOptional", .boolean(true)),
            ]
            return builder.object(
                "NSAttributeDescription", fields + (renamed.map { [("NSRenamingIdentifier", $0)] } ?? []))
        }
        let date = builder.object("NSDate", [("NS.time", .double(86_400))])
        let uuid = builder.object("NSUUID", [("NS.uuidbytes", .data(Array(0...15)))])
        let decimal = builder.object(
            "NSDecimalNumberPlaceholder",
            [
                ("NS.mantissa", .data([125, 0] + Array(repeating: 0, count: 14))), ("NS.exponent", .integer(-1)),
                ("NS.mantissa.bo", .integer(1)), ("NS.length", .integer(1)), ("NS.negative", .boolean(true)),
            ])
        let cars = builder.object(
            "NSRelationshipDescription",
            [
                ("_NSDestinationEntityName", builder.string("Car")),
                ("_NSInverseRelationshipName", builder.string("owner")),
                ("NSDeleteRule", .integer(2)), ("NSIsOrdered", .boolean(true)), ("NSIsOptional", .boolean(true)),
            ])
        let owner = builder.object(
            "NSRelationshipDescription",
            [
                ("_NSDestinationEntityName", builder.string("Person")),
                ("_NSInverseRelationshipName", builder.string("cars")),
                ("NSDeleteRule", .integer(1)), ("NSMaxCount", .integer(1)), ("NSIsOptional", .boolean(true)),
            ])
        let age = attribute(100, builder.add(.integer(7)), builder.string("years"))
        let properties = builder.dictionary([
            ("age", age), ("born", attribute(900, date)), ("token", attribute(1_100, uuid)),
            ("wealth", attribute(400, decimal)), ("cars", cars),
        ])
        let userInfo = builder.dictionary([("documentation", builder.string("Jemand – wer?"))])
        let constraints = builder.list([builder.list([builder.string("age")])])
        let person = builder.object(
            "NSEntityDescription",
            [
                ("NSEntityName", builder.string("Person")), ("NSClassNameForEntity", builder.string(".Person")),
                ("NSSuperentity", builder.null), ("NSProperties", properties), ("NSUserInfo", userInfo),
                ("NSUniqueTuples", constraints),
            ])
        let car = builder.object(
            "NSEntityDescription",
            [("NSEntityName", builder.string("Car")), ("NSProperties", builder.dictionary([("owner", owner)]))])
        let request = builder.object("NSFetchRequest", [("NSEntity", person), ("NSPredicate", condition)])
        let root = builder.object(
            "NSManagedObjectModel",
            [
                ("NSEntities", builder.dictionary([("Person", person), ("Car", car)])),
                ("NSFetchRequestTemplates", builder.dictionary([("old", request)])),
            ])
        return builder.data(root: root)
    }
}
