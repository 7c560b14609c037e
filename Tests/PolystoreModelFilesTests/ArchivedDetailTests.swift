import Foundation
import PolystoreModel
import Testing

@testable import PolystoreModelFiles

/// What compiled models say besides names and types: conditions, composites, flags, old indexes, orders.
@Suite("Details of compiled models")
struct ArchivedDetailTests {
    @Test("conditions that Xcode writes for values are read back, and others are remarked")
    func validation() throws {
        let reading = try Self.reading { archive in
            [
                archive.attribute("age", 100, [archive.limit(3, .integer(0)), archive.limit(1, .integer(150))]),
                archive.attribute(
                    "born", 900, [archive.limit(3, .double(-9), of: "timeIntervalSinceReferenceDate")]),
                archive.attribute("wealth", 400, [archive.limit(3, .integer(1))]),
                archive.attribute("share", 500, [archive.limit(1, .integer(1))]),
                archive.attribute(
                    "code", 700,
                    [
                        archive.both(
                            archive.limit(3, .integer(2), of: "length"), archive.limit(1, .integer(4), of: "length")),
                        archive.limit(6, .string("[A-Z]+")),
                    ]),
                archive.attribute("odd", 700, [archive.limit(99, .string("x")), archive.limit(3, .string("a"))]),
            ]
        }
        let attributes = try #require(reading.description.entities.first).attributes
        let validation = Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0.validation) })
        #expect(validation["age"]?.minimum == .integer(0) && validation["age"]?.maximum == .integer(150))
        #expect(validation["born"]?.minimum == .date(Date(timeIntervalSinceReferenceDate: -9)))
        #expect(validation["wealth"]?.minimum == .decimal(1))
        #expect(validation["share"]?.maximum == .double(1))
        #expect(validation["code"]?.minimumLength == 2 && validation["code"]?.maximumLength == 4)
        #expect(validation["code"]?.pattern == "[A-Z]+")
        #expect(validation["odd"]?.isEmpty == true)
        #expect(
            reading.remarks.map(\.message) == [
                "2 conditions on attribute 'Thing.odd' have a form that Xcode does not write, and stay behind"
            ])
    }

    @Test("flags say what is kept outside and what is kept after deletion")
    func flags() throws {
        let attributes = try Self.reading { archive in
            [4, 16, 20, 0].map { archive.attribute("a\($0)", 1_000, [], [("NSFlagsKey", .integer($0))]) }
        }.description.entities[0].attributes.sorted { $0.name < $1.name }
        #expect(attributes.map(\.name) == ["a0", "a16", "a20", "a4"])
        #expect(attributes.map(\.allowsExternalStorage) == [false, false, true, true])
        #expect(attributes.map(\.isPreservedAfterDeletion) == [false, true, true, false])
    }

    @Test("composites get the names of their attributes, and one name where they are the same")
    func composites() throws {
        let model = try Self.reading { archive in
            let street = archive.attribute("street", 700)
            let place = archive.composite("place", [archive.attribute("latitude", 500)])
            return [
                archive.composite("home", [street, place]),
                archive.composite("office", [archive.composite("home", [place])]),
            ]
        }.description
        #expect(model.composites.map(\.name).sorted() == ["Home", "Office", "Place", "ThingHome"])
        #expect(model.composites.first { $0.name == "Home" }?.elements.map(\.compositeName) == [nil, "Place"])
        #expect(model.problems.isEmpty, "\(model.problems)")
    }

    @Test("a composite without elements is read, and one that contains itself is refused")
    func badComposites() throws {
        let empty = try Self.reading { [$0.composite("home", [])] }.description
        #expect(empty.composites.map(\.elements) == [[]])
        #expect(empty.problems.isEmpty)
        let circle = #expect(throws: ModelError.self) {
            try Self.reading { archive in
                // The number that the attribute will have: behind its list, the list's class, its name and its class.
                [archive.composite("home", nodes: [.reference(archive.count + 4)])]
            }
        }
        #expect(circle?.problems.contains { $0.message.contains("too deep") } == true, "\(String(describing: circle))")
    }

    @Test("a truth as the default value of a number is 0 or 1")
    func truthsAsNumbers() throws {
        let attributes = try Self.reading { archive in
            [(300, true), (100, false), (500, true), (400, true)].map { type, truth in
                archive.attribute("a\(type)", type, [], [("NSDefaultValue", .boolean(truth))])
            }
        }.description.entities[0].attributes.sorted { $0.name < $1.name }
        #expect(attributes.map(\.defaultValue) == [.integer(0), .integer(1), .decimal(1), .double(1)])
    }

    @Test("indexed attributes and compound indexes are indexes, and what a parent has is not read again")
    func oldIndexes() throws {
        let entity = try Self.reading(
            indexes: [["b", "a"], ["a"]],
            { archive in
                [
                    archive.attribute("a", 700, [], [("NSIsIndexed", .boolean(true))]), archive.attribute("b", 700),
                    archive.named("c", "_NSPropertyDescriptionProxy", []),
                ]
            }
        ).description.entities[0]
        #expect(entity.indexes.map(\.name) == ["a", "b_a"])
        #expect(entity.attributes.map(\.name).sorted() == ["a", "b"])
    }

    /// Reads a model with one entity, `Thing`, that has some properties, each under its name.
    private static func reading(
        indexes: [[String]] = [], _ properties: (inout DetailArchive) -> [(String, PropertyListNode)]
    ) throws -> ModelReading {
        var archive = DetailArchive()
        let data = archive.data(properties(&archive), indexes: indexes)
        return try CompiledModel(data: data, name: "Made", file: "made.mom").reading
    }
}
