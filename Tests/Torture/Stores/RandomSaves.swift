import Foundation
import Polystore
import PolystoreRandom

/// Random changes of the graph of some stores, a save at a time.
struct RandomSaves {
    let stores: TortureStores
    var random: RandomSource
    /// How many bytes a large value has, at most.
    var largestValue = 6_000
    private var number: Int64 = 0

    init(_ stores: TortureStores, _ random: RandomSource) {
        self.stores = stores
        self.random = random
    }

    /// Changes objects of one store or of several, at random.
    mutating func change(_ context: ManagedObjectContext) throws {
        let count = stores.kinds.count
        if count == 1 || random.chance(2) { return try change(context, [random.below(count)]) }
        // All of them, or all but one where that leaves two.
        var touched = Array(0..<count)
        if count > 2, random.chance(2) { touched.remove(at: random.below(count)) }
        try change(context, touched)
    }

    /// Changes objects of some stores; without inserts, there have to be some.
    mutating func change(_ context: ManagedObjectContext, _ touched: [Int], inserts: Bool = true) throws {
        for store in touched {
            var nodes = try objects(context, store)
            for _ in 0..<(inserts ? 1 + random.below(2) : 0) {
                number += 1
                let node = try context.insert(entity: TortureStores.entity(store))
                try node.setValue(.integer(number), forKey: "number")
                try node.setValue(.string("node \(number)"), forKey: "text")
                nodes.append(node)
            }
            for _ in 0...random.below(2) {
                let node = random.pick(nodes)
                switch random.below(5) {
                case 0: try node.setValue(value(random.chance(4) ? largestValue : 600), forKey: "payload")
                case 1: try node.setValue(value(300, beyond: random.chance(2) ? 100 << 10 : 0), forKey: "scan")
                case 2: try node.setValue(.missing, forKey: "text")
                default: try node.setValue(.string("text \(number) \(random.below(1000))"), forKey: "text")
                }
            }
            // A link from store to store, where both are changed.
            let next = (store + 1) % stores.kinds.count
            if touched.contains(next), let other = try objects(context, next).last, random.chance(2) {
                try random.pick(nodes).setRelatedObject(other, forKey: "next")
            }
            if nodes.count > 8 { context.delete(random.pick(Array(nodes.prefix(6)))) }
        }
    }

    private mutating func value(_ limit: Int, beyond least: Int = 0) -> Value {
        let count = least + random.below(limit) + 1
        return .data(Data(random.bytes(16) + [UInt8](repeating: UInt8(number & 255), count: count)))
    }

    private func objects(_ context: ManagedObjectContext, _ store: Int) throws -> [ManagedObject] {
        let request = FetchRequest<ManagedObject>(FetchRequestDescription(entityName: TortureStores.entity(store)))
        return try context.fetch(request).sorted { $0.objectID.key < $1.objectID.key }
    }
}
