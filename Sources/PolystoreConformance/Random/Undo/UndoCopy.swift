import Foundation
import PolystoreCore
import PolystoreStorage

/// A whole copy of a graph: each object's values, what it is related to and in which order, by the object's number.
struct UndoCopy: Equatable {
    private(set) var objects: [Int: String] = [:]

    init() {}

    /// Copies what a context shows.
    init(_ context: ManagedObjectContext) throws {
        for entity in UndoShape.entities where entity != "Special" {
            for object in try context.find(entity) { objects[try object.number()] = try Self.text(object) }
        }
    }

    /// How this copy differs from an expected one.
    func difference(from expected: UndoCopy) -> String {
        let numbers = Set(objects.keys).union(expected.objects.keys).sorted()
        return numbers.filter { objects[$0] != expected.objects[$0] }.map { number in
            """
              \(number) expected: \(expected.objects[number] ?? "nothing")
              \(number) found:    \(objects[number] ?? "nothing")
            """
        }.joined(separator: "\n")
    }

    private static func text(_ object: ManagedObject) throws -> String {
        var words = [object.entity.name]
        for attribute in object.entity.attributes {
            switch try object.value(forKey: attribute.name) {
            case .missing: break
            case .data(let data): words.append("\(attribute.name)=\(data.count):\(data.first ?? 0)")
            case .string(let text): words.append("\(attribute.name)=\(Array(text.utf8))")
            case let value: words.append("\(attribute.name)=\(value)")
            }
        }
        for relationship in object.entity.relationships {
            if relationship.isToMany {
                let numbers = try object.relatedObjects(forKey: relationship.name).map { try $0.number() }
                words.append("\(relationship.name)=\(relationship.isOrdered ? numbers : numbers.sorted())")
            } else if let related = try object.relatedObject(forKey: relationship.name) {
                words.append("\(relationship.name)=\(try related.number())")
            }
        }
        return words.joined(separator: " ")
    }
}
