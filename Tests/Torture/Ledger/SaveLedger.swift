import Foundation
import Polystore

/// Saves by number: what each leaves in its stores is known from the numbers alone.
///
/// A save inserts an object with its number into each of its stores, and writes its number into the one before, so that a save
/// is an insert and an update in each. Older objects go, so that stores stay small.
struct SaveLedger: Hashable {
    /// How many numbers back objects are kept.
    static let window: Int64 = 40

    /// The numbers in each store, in order.
    private(set) var numbers: [[Int64]]

    init(stores: Int) { numbers = Array(repeating: [], count: stores) }

    /// Reads all stores.
    init(_ container: PersistentContainer, _ stores: TortureStores) throws {
        try self.init(container.newConfinedContext(), stores)
    }

    init(_ context: ManagedObjectContext, _ stores: TortureStores) throws {
        numbers = try stores.kinds.indices.map { try Self.read(context, $0) }
    }

    /// What is there after a save of some stores.
    func saving(_ number: Int64, in touched: [Int]) -> SaveLedger {
        var result = self
        for store in touched {
            result.numbers[store].append(number)
            result.numbers[store].removeAll { $0 <= number - Self.window }
        }
        return result
    }

    /// Whether each number that a predicate takes is in all stores or in none, as far back as no store has let it go.
    func isWhole(where isJoint: (Int64) -> Bool) -> Bool {
        guard let newest = numbers.joined().max() else { return true }
        let joint = numbers.map { $0.filter { $0 > newest - Self.window && isJoint($0) } }
        return joint.allSatisfy { $0 == joint[0] }
    }

    /// Makes the changes of a save in a context.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - number: The number of the save.
    ///   - touched: The stores.
    ///   - byte: What the payload is filled with instead of what belongs to the number: a wrong value.
    /// - Throws: What keeps the changes from being made.
    static func change(
        _ context: ManagedObjectContext, _ number: Int64, in touched: [Int], filling byte: UInt8? = nil
    ) throws {
        for store in touched {
            let nodes = try Self.nodes(context, store)
            let node = try context.insert(entity: TortureStores.entity(store))
            try node.setValue(.integer(number), forKey: "number")
            try node.setValue(.string("last"), forKey: "text")
            try node.setValue(payload(number, byte), forKey: "payload")
            try node.setValue(scan(number), forKey: "scan")
            try nodes.last?.node.setValue(.string("before \(number)"), forKey: "text")
            for (old, node) in nodes where old <= number - window { context.delete(node) }
        }
    }

    /// One of eight is so large that SQLite's log is copied back every few dozens of saves.
    private static func payload(_ number: Int64, _ byte: UInt8? = nil) -> Value {
        .data(Data(repeating: byte ?? UInt8(number & 255), count: number % 8 == 5 ? 200_000 : 100))
    }

    /// One of eight has a value that rows may keep in a file of its own.
    private static func scan(_ number: Int64) -> Value {
        number % 8 == 3 ? .data(Data(repeating: UInt8(number & 255), count: 103_000)) : .missing
    }

    /// Reads a store; every object has what its save and the one after it gave it.
    ///
    /// - Throws: `Violation` for a value that no save wrote.
    static func read(_ context: ManagedObjectContext, _ store: Int) throws -> [Int64] {
        let nodes = try nodes(context, store)
        for (index, (number, node)) in nodes.enumerated() {
            let text = index + 1 < nodes.count ? "before \(nodes[index + 1].number)" : "last"
            try require(node, store, number, [text])
        }
        return nodes.map { $0.number }
    }

    /// Reads a store some of whose objects may be missing, or whose last saves may be; every value is one that was saved.
    ///
    /// - Throws: `Violation` for a value that no save wrote.
    static func readRight(_ context: ManagedObjectContext, _ store: Int, _ expected: [Int64]) throws -> [Int64] {
        let nodes = try nodes(context, store)
        for (number, node) in nodes {
            guard let index = expected.firstIndex(of: number) else {
                throw Violation("store \(store): a number \(number)")
            }
            let next = index + 1 < expected.count ? "before \(expected[index + 1])" : "last"
            try require(node, store, number, [next, "last"])
        }
        return nodes.map { $0.number }
    }

    private static func require(_ node: ManagedObject, _ store: Int, _ number: Int64, _ texts: [String]) throws {
        let text = try node.value(forKey: "text")
        guard texts.contains(where: { text == .string($0) }) else {
            throw Violation("store \(store): the text of \(number) is \(text), not one of \(texts)")
        }
        guard try node.value(forKey: "payload") == payload(number) else {
            throw Violation("store \(store): the payload of \(number) is another")
        }
        guard try node.value(forKey: "scan") == scan(number) else {
            throw Violation("store \(store): the scan of \(number) is another")
        }
    }

    private static func nodes(
        _ context: ManagedObjectContext, _ store: Int
    ) throws -> [(number: Int64, node: ManagedObject)] {
        let request = FetchRequest<ManagedObject>(FetchRequestDescription(entityName: TortureStores.entity(store)))
        return try context.fetch(request).map { node in
            guard case .integer(let number) = try node.value(forKey: "number") else {
                throw Violation("store \(store): an object has no number")
            }
            return (number, node)
        }.sorted { $0.0 < $1.0 }
    }
}

extension SaveLedger: CustomStringConvertible {
    var description: String {
        numbers.map { $0.map(String.init).joined(separator: ",") }.joined(separator: " | ")
    }
}
