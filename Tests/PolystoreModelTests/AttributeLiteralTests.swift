import Foundation
import PolystoreModel
import Testing

@Suite("Literals in declarations of attributes")
struct AttributeLiteralTests {
    private final class Price: EntityClass {
        static let amount = Attribute<Decimal>("amount", .default(1), .minimum(0.01), .maximum(1_000))
        static let discount = Attribute<Decimal?>("discount", .default(3.133), .minimum(-1))
        static let weight = Attribute<Double>("weight", .default(2), .minimum(1), .maximum(2.5))
        static let share = Attribute<Float?>("share", .default(0), .maximum(0.1))
        static let count = Attribute<Int16>("count", .default(3), .minimum(0))
        static let since = Attribute<Date>("since", .minimum(Date(timeIntervalSinceReferenceDate: 5)))
        static let name = Attribute<String>("name", .default("x"))
        static let entity = EntityDescription(Price.self, amount, discount, weight, share, count, since, name)
    }

    private static func expectTyped(_ description: ModelDescription) throws {
        let model = try ManagedObjectModel(description)
        // What a store keeps, and tools show of it.
        for kept in [model.description, try ModelDescription(json: model.description.json)] {
            let attributes = Dictionary(uniqueKeysWithValues: kept.entities[0].attributes.map { ($0.name, $0) })
            #expect(attributes["amount"]?.defaultValue == .decimal(1))
            #expect(attributes["amount"]?.validation.minimum == .decimal(Decimal(string: "0.01") ?? 0))
            #expect(attributes["amount"]?.validation.maximum == .decimal(1_000))
            #expect(attributes["discount"]?.defaultValue == .decimal(Decimal(string: "3.133") ?? 0))
            #expect(attributes["weight"]?.defaultValue == .double(2))
            #expect(attributes["weight"]?.validation.minimum == .double(1))
            #expect(attributes["share"]?.defaultValue == .double(0))
            #expect(attributes["share"]?.validation.maximum == .double(Double(Float(0.1))))
            #expect(attributes["count"]?.defaultValue == .integer(3))
        }
        #expect(try ModelDescription(json: model.description.json) == model.description)
    }

    @Test("literals of tokens have the type of the attribute, in the model that a store keeps too")
    func tokens() throws { try Self.expectTyped(ModelDescription("Prices", [Price.entity])) }

    @Test("literals of descriptions without classes are converted to the kind of the attribute")
    func parts() throws {
        try Self.expectTyped(
            ModelDescription(
                "Prices",
                [
                    EntityDescription(
                        "Price", .attribute("amount", .decimal, .default(1), .minimum(0.01), .maximum(1_000)),
                        .attribute("discount", .decimal, .optional, .default(3.133), .minimum(-1)),
                        .attribute("weight", .double, .default(2), .minimum(1), .maximum(2.5)),
                        .attribute("share", .float, .optional, .default(0), .maximum(0.1)),
                        .attribute("count", .integer16, .default(3), .minimum(0)))
                ]))
    }

    @Test("what is no value of the kind is refused")
    func refused() {
        let model = ModelDescription(
            "Prices",
            [
                EntityDescription(
                    "Price", .attribute("a", .integer16, .default(1.5)), .attribute("b", .decimal, .default("x")),
                    .attribute("c", .double, .minimum(Int64.max)), .attribute("d", .decimal, .maximum(Double.nan)))
            ])
        #expect(model.problems.count == 4, "\(model.problems)")
    }

    @Test("collections of codable values are attributes of their own, kept as JSON")
    func collections() throws {
        let tags = Attribute<[String]>("tags", .default(["a"]))
        var entity = EntityDescription(name: "A")
        tags.addMember(to: &entity)
        #expect(entity.attributes[0].type == .transformable)
        #expect(entity.attributes[0].defaultValue == .data(Data(#"["a"]"#.utf8)))
        #expect([String](tagged: .data(Data(#"["b","c"]"#.utf8))) == ["b", "c"])
        #expect(Set<Int>(tagged: .data(Data("[1,2]".utf8))) == [1, 2])
        #expect([String: [Int]](tagged: .data(Data(#"{"a":[1]}"#.utf8))) == ["a": [1]])
        #expect([String](tagged: .data(Data("1".utf8))) == nil)
    }
}
