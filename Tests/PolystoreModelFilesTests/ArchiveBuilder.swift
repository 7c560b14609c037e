import Foundation

/// A keyed archive that a test makes: objects in a list, which refer to each other by numbers.
struct ArchiveBuilder {
    private var objects: [PropertyListNode] = [.string("$null")]

    /// The reference that stands for nothing.
    let null = PropertyListNode.reference(0)

    /// The number of objects so far.
    var count: Int { objects.count }

    /// Adds an object and gives the reference to it.
    mutating func add(_ node: PropertyListNode) -> PropertyListNode {
        objects.append(node)
        return .reference(objects.count - 1)
    }

    mutating func string(_ text: String) -> PropertyListNode { add(.string(text)) }

    /// Adds an object of a class.
    mutating func object(_ className: String, _ fields: [(String, PropertyListNode)]) -> PropertyListNode {
        let description = add(.dictionary([("$classname", .string(className))]))
        return add(.dictionary(fields + [("$class", description)]))
    }

    mutating func list(_ elements: [PropertyListNode]) -> PropertyListNode {
        object("NSArray", [("NS.objects", .array(elements))])
    }

    mutating func dictionary(_ entries: [(String, PropertyListNode)]) -> PropertyListNode {
        let keys = entries.map { string($0.0) }
        return object("NSDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(entries.map(\.1)))])
    }

    /// The bytes of the archive with an outermost object.
    func data(root: PropertyListNode) -> Data {
        PropertyListNode.dictionary([
            ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
            ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
        ]).propertyList
    }
}
