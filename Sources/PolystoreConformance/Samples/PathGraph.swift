import PolystoreCore
import PolystoreStorage

/// 200 things of 40 owners, which have patrons, as plain values and as objects: what paths along to-one relationships lead to.
struct PathGraph {
    /// A change of an object, by its number.
    enum Change: Sendable {
        case insertOwner(Int, name: String?)
        case rename(Int, String?)
        case deleteOwner(Int)
        case patron(Int, of: Int)
        case insertThing(Int, owner: Int?)
        case move(thing: Int, to: Int?)
        case deleteThing(Int)
    }

    /// An owner: its name, and the number of its patron.
    struct Owner {
        var name: String?
        var patron: Int?
    }

    /// What a predicate sees of a thing.
    struct Sight {
        let thing: Int
        /// The owner's number.
        let owner: Int?
        let name: String?
        let patronName: String?
    }

    var owners: [Int: Owner] = [:]
    /// The number of each thing's owner.
    var things: [Int: Int?] = [:]

    /// Owners of two entities, some without a name, names of several, and things without an owner.
    init() {
        for number in 0..<40 {
            owners[number] = Owner(
                name: number % 10 == 9 ? nil : "n\(number % 20)", patron: number % 5 == 0 ? nil : (number + 1) % 40)
        }
        for number in 0..<200 { things[number] = .some(number % 7 == 0 ? nil : number % 40) }
    }

    static let model: ModelDescription = {
        var owner = EntityDescription.named(
            "Owner", [.required("number", .integer64), .optional("name", .string)],
            [
                .one("patron", to: "Owner", inverse: "clients"), .many("clients", to: "Owner", inverse: "patron"),
                .many("things", to: "Thing", inverse: "owner"),
            ])
        owner.indexes = [FetchIndexDescription(name: "byName", elements: [.init(property: "name")])]
        return .of(
            owner, .named("Firm", parent: "Owner"),
            .named("Thing", [.required("number", .integer64)], [.one("owner", to: "Owner", inverse: "things")]))
    }()

    /// The numbers of things that a predicate holds of.
    func numbers(_ holds: (Sight) -> Bool) -> [Int] {
        things.keys.sorted().filter { thing in
            let number = things[thing] ?? nil
            let owner = number.flatMap { owners[$0] }
            let patron = owner?.patron.flatMap { owners[$0] }
            return holds(Sight(thing: thing, owner: number, name: owner?.name, patronName: patron?.name))
        }
    }

    /// Inserts all as objects.
    func insert(into context: ManagedObjectContext) throws {
        var objects: [Int: ManagedObject] = [:]
        for number in owners.keys.sorted() {
            objects[number] = try Self.insertOwner(number, owners[number]?.name, context)
        }
        for (number, owner) in owners {
            guard let patron = owner.patron, let object = objects[number] else { continue }
            try object.setRelatedObject(objects[patron], forKey: "patron")
        }
        for number in things.keys.sorted() {
            let thing = try context.add("Thing", ["number": .integer(Int64(number))])
            let owner = things[number] ?? nil
            try thing.setRelatedObject(owner.flatMap { objects[$0] }, forKey: "owner")
        }
    }

    /// Makes a change here and in a context.
    mutating func apply(_ change: Change, to context: ManagedObjectContext) throws {
        switch change {
        case .insertOwner(let number, let name):
            owners[number] = Owner(name: name)
            _ = try Self.insertOwner(number, name, context)
        case .rename(let number, let name):
            owners[number]?.name = name
            try Self.object("Owner", number, context).setValue(Self.value(name), forKey: "name")
        case .deleteOwner(let number):
            owners[number] = nil
            for other in owners.keys where owners[other]?.patron == number { owners[other]?.patron = nil }
            for thing in things.keys where things[thing] == .some(number) { things[thing] = .some(nil) }
            context.delete(try Self.object("Owner", number, context))
        case .patron(let patron, let number):
            owners[number]?.patron = patron
            try Self.object("Owner", number, context).setRelatedObject(
                try Self.object("Owner", patron, context), forKey: "patron")
        case .insertThing(let number, let owner):
            things[number] = .some(owner)
            let thing = try context.add("Thing", ["number": .integer(Int64(number))])
            try thing.setRelatedObject(try owner.map { try Self.object("Owner", $0, context) }, forKey: "owner")
        case .move(let number, let owner):
            things[number] = .some(owner)
            try Self.object("Thing", number, context).setRelatedObject(
                try owner.map { try Self.object("Owner", $0, context) }, forKey: "owner")
        case .deleteThing(let number):
            things[number] = nil
            context.delete(try Self.object("Thing", number, context))
        }
    }

    private static func insertOwner(
        _ number: Int, _ name: String?, _ context: ManagedObjectContext
    ) throws -> ManagedObject {
        try context.add(
            number % 4 == 0 ? "Firm" : "Owner", ["number": .integer(Int64(number)), "name": value(name)])
    }

    private static func value(_ name: String?) -> Value { name.map { .string($0) } ?? .missing }

    private static func object(_ entity: String, _ number: Int, _ context: ManagedObjectContext) throws -> ManagedObject
    {
        try require(try context.find(entity, .compare("number", .equal, .integer(Int64(number)))).first)
    }
}
