import Foundation
import PolystoreCore
import PolystoreStorage

/// Uniqueness of bytes, which may lie outside of rows, and of to-one relationships, alone and together with texts.
enum UniquenessCases {
    static func add(to list: inout CaseList) {
        for isExternal in [false, true] { addBytes(to: &list, isExternal: isExternal) }
        addReferences(to: &list)
    }

    /// A unique relationship leads to objects of another store as it does to those of its own.
    static func addAcross(to list: inout CaseList) {
        list.add(
            .multiStore, "a unique relationship into another store is unique by its object", needs: [.uniqueness]
        ) { bench in
            // A durable store does not refer into a volatile one.
            let entities =
                bench.isVolatile(1) && !bench.isVolatile(0) ? ["Parcel", "Delivery"] : ["Delivery", "Parcel"]
            let stores = entities.enumerated().map { position, entity in
                bench.description(entity, at: position, entities: [entity])
            }
            let container = try bench.open(deliveries(hasInverse: false), stores)
            let context = bench.context(container)
            let parcels = try ["A", "B"].map { try context.add("Parcel", ["name": .string($0)]) }
            for parcel in parcels { try deliver(context, parcel, "post") }
            try context.save()
            try deliver(context, parcels[0], "bike")
            try context.save()
            try deliver(context, parcels[1], "post")
            try expectDouble(context, ["parcel", "carrier"])
        }
    }

    private static func expectDouble(_ context: ManagedObjectContext, _ properties: [String]) throws {
        let error = try expectError(SaveError.self, "a doubled value") { try context.save() }
        try expect(error.code, is: .conflict)
        try expect(Set(error.constraintConflicts.map(\.properties)), is: [properties])
        context.rollback()
    }

    // MARK: Bytes

    private static func bytes(_ count: Int, last: UInt8 = 0) -> Value {
        var data = Data(repeating: 7, count: count)
        if count > 0 { data[count - 1] = last }
        return .data(data)
    }

    private static func events(isExternal: Bool) -> ModelDescription {
        var raw = AttributeDescription.optional("raw", .binary)
        var part = AttributeDescription.optional("part", .binary)
        (raw.allowsExternalStorage, part.allowsExternalStorage) = (isExternal, isExternal)
        return .of(
            .named("Event", [raw, part, .optional("name", .string)]).unique("raw").unique("name", "part"),
            .named("Alarm", parent: "Event", [.optional("level", .integer16)]))
    }

    private static func addBytes(to list: inout CaseList, isExternal: Bool) {
        let model = events(isExternal: isExternal)
        let kind = isExternal ? "bytes that may lie in files" : "bytes"
        func add(
            _ promise: String,
            _ body: @escaping @Sendable (ConformanceFixture, ManagedObjectContext, PersistentContainer) throws -> Void
        ) {
            list.add(.conflicts, "\(kind): \(promise)", needs: [.uniqueness]) { bench in
                let container = try bench.open(model)
                try body(bench, bench.context(container), container)
            }
        }
        // Empty, with zeros, at and around the length from which data stays out of rows, and long.
        let lengths = [0, 1, 399, 400, 401, 4_095, 4_096, 4_097, 5_000, 102_400, 102_401, 300_000]
        add("each length is unique by its content, in one save and against the store") { bench, context, container in
            for length in lengths { try context.add("Event", ["raw": bytes(length)]) }
            for length in lengths where length > 0 { try context.add("Event", ["raw": bytes(length, last: 1)]) }
            try context.save()
            for length in lengths {
                let fresh = bench.context(container)
                try fresh.add("Event", ["raw": bytes(length)])
                try expectDouble(fresh, ["raw"])
            }
            try expect(try bench.context(container).find("Event").count, is: 2 * lengths.count - 1)
            try context.add("Event", ["raw": bytes(50_000)])
            try context.add("Event", ["raw": bytes(50_000)])
            try expectDouble(context, ["raw"])
        }
        add("missing bytes are equal to none, and no bytes are a value") { bench, context, container in
            for _ in 0..<3 { try context.add("Event") }
            try context.add("Event", ["raw": bytes(0)])
            try context.save()
            try context.add("Event", ["raw": bytes(0)])
            try expectDouble(context, ["raw"])
            try expect(try bench.context(container).find("Event").count, is: 4)
        }
        add("values may be swapped in one save, and a deleted one is free") { bench, context, container in
            for length in [10, 6_000, 200_000] {
                let first = try context.add("Event", ["raw": bytes(length, last: 1)])
                let second = try context.add("Event", ["raw": bytes(length, last: 2)])
                try context.save()
                try first.setValue(bytes(length, last: 2), forKey: "raw")
                try second.setValue(bytes(length, last: 1), forKey: "raw")
                try context.save()
                context.delete(first)
                try context.add("Event", ["raw": bytes(length, last: 2)])
                try context.save()
                try expect(try bench.context(container).own(second).value(forKey: "raw"), is: bytes(length, last: 1))
            }
        }
        add("they are unique together with a text that changes while they stay") { bench, context, container in
            for length in [20, 7_000, 150_000] {
                try context.add("Event", ["name": .string("A"), "part": bytes(length)])
                let other = try context.add("Event", ["name": .string("B"), "part": bytes(length)])
                try context.add("Event", ["name": .string("A"), "part": bytes(length, last: 9)])
                try context.add("Event", ["part": bytes(length)])
                try context.add("Event", ["part": bytes(length)])
                try context.save()
                let fresh = bench.context(container)
                let own = try fresh.own(other)
                try own.setValue(.string("A"), forKey: "name")
                try expectDouble(fresh, ["name", "part"])
                try own.setValue(.string("C"), forKey: "name")
                try fresh.save()
            }
        }
        add("a child entity is under its parent's constraint") { _, context, _ in
            for length in [30, 8_000, 110_000] {
                try context.add("Event", ["raw": bytes(length)])
                try context.save()
                try context.add("Alarm", ["raw": bytes(length)])
                try expectDouble(context, ["raw"])
            }
        }
        add("an order by the text before them is answered as without a constraint") { bench, context, container in
            for length in [5_000, 3, 4_096, 700] {
                try context.add("Event", ["name": .string("n"), "part": bytes(length, last: 5)])
            }
            try context.save()
            let reader = bench.context(container)
            try expect(try reader.find("Event", by: [SortKey(["name"])]).count, is: 4)
        }
    }

    // MARK: Relationships

    private static func deliveries(hasInverse: Bool) -> ModelDescription {
        .of(
            .named(
                "Delivery", [.optional("carrier", .string)],
                [.one("parcel", to: "Parcel", inverse: hasInverse ? "deliveries" : nil)]
            ).unique("parcel", "carrier"),
            .named("Express", parent: "Delivery", [], [.one("badge", to: "Parcel")]).unique("badge"),
            .named(
                "Parcel", [.optional("name", .string)],
                hasInverse ? [.many("deliveries", to: "Delivery", inverse: "parcel")] : []))
    }

    @discardableResult
    private static func deliver(
        _ context: ManagedObjectContext, _ parcel: ManagedObject?, _ carrier: String?, _ entity: String = "Delivery"
    ) throws -> ManagedObject {
        let delivery = try context.add(entity, ["carrier": carrier.map(Value.string) ?? .missing])
        try delivery.setRelatedObject(parcel, forKey: "parcel")
        return delivery
    }

    private static func addReferences(to list: inout CaseList) {
        for hasInverse in [false, true] {
            func add(
                _ promise: String,
                _ body:
                    @escaping @Sendable (ConformanceFixture, PersistentContainer, ManagedObjectContext, [ManagedObject])
                    throws
                    -> Void
            ) {
                let kind = "a to-one relationship \(hasInverse ? "with" : "without") an inverse"
                list.add(.conflicts, "\(kind) \(promise)", needs: [.uniqueness]) { bench in
                    let container = try bench.open(deliveries(hasInverse: hasInverse))
                    let context = bench.context(container)
                    let parcels = try ["A", "B"].map { try context.add("Parcel", ["name": .string($0)]) }
                    try context.save()
                    try body(bench, container, context, parcels)
                }
            }
            add("is unique together with a text") { _, _, context, parcels in
                for parcel in parcels { for carrier in ["post", "bike"] { try deliver(context, parcel, carrier) } }
                try context.save()
                try deliver(context, parcels[1], "bike")
                try expectDouble(context, ["parcel", "carrier"])
                let moved = try deliver(context, parcels[0], "foot")
                try deliver(context, parcels[1], "foot")
                try context.save()
                try moved.setRelatedObject(parcels[1], forKey: "parcel")
                try expectDouble(context, ["parcel", "carrier"])
            }
            add("that leads nowhere is equal to none, nor is a missing text") { bench, container, context, parcels in
                for _ in 0..<3 { try deliver(context, nil, "post") }
                for _ in 0..<3 { try deliver(context, parcels[0], nil) }
                try context.save()
                try expect(try bench.context(container).find("Delivery").count, is: 6)
            }
            add("may be swapped in one save") { _, _, context, parcels in
                let first = try deliver(context, parcels[0], "post")
                let second = try deliver(context, parcels[1], "post")
                try context.save()
                try first.setRelatedObject(parcels[1], forKey: "parcel")
                try second.setRelatedObject(parcels[0], forKey: "parcel")
                try context.save()
                try expect(try first.relatedObject(forKey: "parcel")?.text(), is: "B")
                try deliver(context, parcels[1], "post")
                try expectDouble(context, ["parcel", "carrier"])
            }
            add("is under the constraint of a parent entity, and a child has its own") { _, _, context, parcels in
                try deliver(context, parcels[0], "post")
                let express = try deliver(context, parcels[1], "post", "Express")
                try express.setRelatedObject(parcels[0], forKey: "badge")
                try context.save()
                try deliver(context, parcels[0], "post", "Express")
                try expectDouble(context, ["parcel", "carrier"])
                try deliver(context, nil, "post", "Express").setRelatedObject(parcels[0], forKey: "badge")
                try expectDouble(context, ["badge"])
            }
            for policy in [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
                add("is settled by \(policy.rawValue)") { bench, container, context, parcels in
                    try deliver(context, parcels[0], "post")
                    try context.save()
                    context.mergePolicy = policy
                    try deliver(context, parcels[0], "post")
                    try context.save()
                    let moved = try deliver(context, parcels[1], "post")
                    try context.save()
                    try moved.setRelatedObject(parcels[0], forKey: "parcel")
                    try context.save()
                    let count = policy == .mergeByPropertyStoreTrump ? 2 : 1
                    try expect(try bench.context(container).find("Delivery").count, is: count)
                }
            }
        }
    }
}
