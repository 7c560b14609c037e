import Foundation
import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// A graph of every kind of attribute and relationship, and random changes of it.
enum RecordedGraph {
    /// The entities of each store: items lie in a durable one if there is one, because parts refer to them.
    static func groups(_ bench: ConformanceFixture, _ placement: Placement) -> [[String]]? {
        guard placement == .apart else { return nil }
        var groups = [["Item", "Special"], ["Part", "Tag"]]
        if bench.isVolatile(0) { groups.swapAt(0, 1) }
        if bench.factory.types.count > 2 { groups.append(["Spare"]) } else { groups[1].append("Spare") }
        return groups
    }

    private static let types = AttributeSamples.comparable

    /// Data that may lie in files of their own, and is kept after deletion.
    private static var scan: AttributeDescription {
        var attribute = AttributeDescription.optional("scan", .binary)
        attribute.allowsExternalStorage = true
        attribute.isPreservedAfterDeletion = true
        return attribute
    }

    static var model: ModelDescription {
        .of(
            .named(
                "Item",
                types.map { .optional($0.type.rawValue + "Value", $0.type) } + [
                    .optional("blob", .transformable), scan,
                ],
                [
                    .many("parts", to: "Part", inverse: "item", ordered: true, .cascade),
                    .many("tags", to: "Tag", inverse: "items", ordered: true), .many("marks", to: "Tag"),
                    .one("next", to: "Item", inverse: "previous"), .one("previous", to: "Item", inverse: "next"),
                ]),
            .named("Special", parent: "Item", [.optional("extra", .string)]),
            .named("Part", [.optional("number", .integer64)], [.one("item", to: "Item", inverse: "parts")]),
            .named(
                "Tag", [.optional("label", .string)], [.many("items", to: "Item", inverse: "tags", ordered: true)]),
            .named("Spare", [.optional("number", .integer64)]))
    }

    /// Makes, changes, links and deletes some objects of a context.
    static func change(_ context: ManagedObjectContext, _ random: inout RandomSource) throws {
        var items = try objects(context, "Item")
        var (parts, tags) = (try objects(context, "Part"), try objects(context, "Tag"))
        for _ in 0...random.below(4) { items.append(try context.add(random.chance(3) ? "Special" : "Item")) }
        for number in 0...random.below(4) { parts.append(try context.add("Part", ["number": .integer(Int64(number))])) }
        for _ in 0...random.below(2) { tags.append(try context.add("Tag", ["label": .string("ß")])) }
        for _ in 0..<12 {
            let item = random.pick(items)
            switch random.below(8) {
            case 0...2:
                let samples = random.pick(types)
                let value = random.chance(5) ? .missing : random.pick(samples.values)
                try item.setValue(value, forKey: samples.type.rawValue + "Value")
            case 3:
                let count = random.pick([0, 10, 5_000, 200_000])
                let bytes = random.bytes(min(count, 64)) + [UInt8](repeating: 7, count: count)
                try item.setValue(.data(Data(bytes)), forKey: random.chance(2) ? "blob" : "scan")
            case 4: try random.pick(parts).setRelatedObject(random.chance(4) ? nil : item, forKey: "item")
            case 5: try item.relatedObjects(forKey: "tags").insert(random.pick(tags), at: 0)
            case 6: try item.relatedObjects(forKey: "marks").insert(random.pick(tags))
            default: try item.setRelatedObject(random.pick(items), forKey: "next")
            }
        }
        for name in ["parts", "tags"] {
            let members = try random.pick(items).relatedObjects(forKey: name)
            if members.count > 1 { members.move(from: members.count - 1, to: 0) }
            if members.count > 2, let last = members.last { members.remove(last) }
        }
        if items.count > 6 { context.delete(items[random.below(6)]) }
        if tags.count > 4 { context.delete(tags[0]) }
    }

    private static func objects(_ context: ManagedObjectContext, _ entity: String) throws -> [ManagedObject] {
        try context.find(entity).sorted { $0.objectID.key < $1.objectID.key }
    }
}
