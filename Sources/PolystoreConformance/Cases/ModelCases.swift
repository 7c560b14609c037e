import Foundation
import PolystoreCore
import PolystoreStorage

/// Features of models that a store must keep: hierarchies, composites, transient values, awkward names.
enum ModelCases {
    static func add(to list: inout CaseList) {
        addHierarchies(to: &list)
        addNames(to: &list)
        addKinds(to: &list)
        addCapabilities(to: &list)
    }

    private static func addHierarchies(to list: inout CaseList) {
        let model = ModelDescription.of(
            EntityDescription.named("Shape", [.required("number", .integer64)]).abstract,
            .named("Circle", parent: "Shape", [.optional("radius", .double)]),
            .named("Polygon", parent: "Shape", [.optional("corners", .integer16)]),
            .named("Square", parent: "Polygon", [.optional("side", .double)]))
        func add(
            _ promise: String, _ body: @escaping @Sendable (ConformanceFixture, PersistentContainer) throws -> Void
        ) {
            list.add(.modelFeatures, promise) { bench in
                let container = try bench.open(model)
                let context = bench.context(container)
                try context.add("Circle", ["number": .integer(1), "radius": .double(1.5)])
                try context.add("Polygon", ["number": .integer(2), "corners": .integer(5)])
                try context.add("Square", ["number": .integer(3), "corners": .integer(4), "side": .double(2)])
                try context.save()
                try body(bench, container)
            }
        }
        add("a fetch of a parent entity finds the objects of all its descendants, each of its own entity") {
            bench, container in
            let found = try bench.context(container).find("Shape", by: [SortKey(["number"])])
            try expect(found.map(\.entity.name), is: ["Circle", "Polygon", "Square"])
            try expect(try bench.context(container).find("Polygon", by: [SortKey(["number"])]).numbers(), is: [2, 3])
        }
        add("a fetch without subentities finds the objects of the entity alone") { bench, container in
            let context = bench.context(container)
            var request = FetchRequestDescription(entityName: "Polygon")
            request.includesSubentities = false
            try expect(try context.fetch(FetchRequest<ManagedObject>(request)).numbers(), is: [2])
            request.entityName = "Shape"
            try expect(try context.fetch(FetchRequest<ManagedObject>(request)).count, is: 0)
        }
        add("values of every level of a hierarchy are kept") { bench, container in
            let square = try require(try bench.context(container).find("Square").first)
            try expect(try square.value(forKey: "corners"), is: .integer(4))
            try expect(try square.value(forKey: "side"), is: .double(2))
        }
        add("an abstract entity has no objects of its own") { bench, container in
            let error = try expectError(ContextError.self) { try bench.context(container).add("Shape") }
            try expect(error.code, is: .abstractEntity)
        }
        add("a predicate on a parent's attribute is asked of every descendant") { bench, container in
            let context = bench.context(container)
            try expect(
                try context.find("Shape", .compare("number", .greater, .integer(1)), by: [SortKey(["number"])])
                    .numbers(), is: [2, 3])
            try expect(try context.count(context.request("Polygon", .compare("corners", .equal, .integer(4)))), is: 1)
        }
        add("an object found by its parent is the same object as found by its entity") { bench, container in
            let context = bench.context(container)
            let one = try require(try context.find("Square").first)
            let other = try require(try context.find("Shape", .compare("number", .equal, .integer(3))).first)
            try expect(one === other)
        }
    }

    private static func addNames(to list: inout CaseList) {
        for name in [
            "select", "order", "group", "table", "index", "key", "Größe", "имя", "名前", "_under", "a1",
            String(repeating: "n", count: 200),
        ] {
            list.add(
                .modelFeatures, "an attribute may be called \(name.prefix(20)), and is saved, found and sorted by it"
            ) { bench in
                let container = try bench.open(.of(.named("Thing", [.optional(name, .integer64)])))
                let context = bench.context(container)
                for number in [2, 1, 3] as [Int64] { try context.add("Thing", [name: .integer(number)]) }
                try context.save()
                let reader = bench.context(container)
                let isLarge = FetchPredicate.comparison(
                    FetchComparison(.keyPath([name]), .greater, .constant(.integer(1))))
                try expect(try reader.find("Thing", isLarge, by: [SortKey([name])]).numbers(name), is: [2, 3])
            }
            list.add(.modelFeatures, "an entity may be called \(name.prefix(20)), with objects and links to them") {
                bench in
                let container = try bench.open(
                    .of(.named(name, [.optional("number", .integer64)]), .named("Holder", [], [.one("held", to: name)]))
                )
                let context = bench.context(container)
                let thing = try context.add(name, ["number": .integer(7)])
                try context.add("Holder").setRelatedObject(thing, forKey: "held")
                try context.save()
                let holder = try require(try bench.context(container).find("Holder").first)
                try expect(try holder.relatedObject(forKey: "held")?.number(), is: 7)
            }
        }
    }

    private static func addKinds(to list: inout CaseList) {
        list.add(
            .modelFeatures, "a transient value is kept by the context, never written, and gone for others",
            covers: [.attributeType(.undefined)]
        ) { bench in
            var (note, loose) = (
                AttributeDescription.optional("note", .string), AttributeDescription.optional("loose", .undefined)
            )
            (note.isTransient, loose.isTransient) = (true, true)
            let container = try bench.open(.of(.named("Thing", [.optional("number", .integer64), note, loose])))
            let context = bench.context(container)
            let thing = try context.add("Thing", ["number": .integer(1), "note": .string("here")])
            try context.save()
            try expect(try thing.text("note"), is: "here")
            try expect(try bench.context(container).own(thing).text("note"), is: nil)
        }
        list.add(
            .modelFeatures, "an object's ID is kept as a value, found by it, and keeps no object alive",
            covers: [.attributeType(.objectID)]
        ) { bench in
            let container = try bench.open(
                .of(.named("Thing", [.optional("number", .integer64), .optional("other", .objectID)])))
            let context = bench.context(container)
            let first = try context.add("Thing", ["number": .integer(1)])
            let second = try context.add("Thing", ["number": .integer(2), "other": .object(first.objectID)])
            try context.save()
            let reader = bench.context(container)
            try expect(try reader.own(second).value(forKey: "other"), is: .object(first.objectID))
            try expect(try reader.find("Thing", .compare("other", .equal, .object(first.objectID))).numbers(), is: [2])
            try expect(try reader.find("Thing", .compare("other", .equal, .missing)).numbers(), is: [1])
            context.delete(first)
            try context.save()
            try expect(try bench.context(container).own(second).value(forKey: "other"), is: .object(first.objectID))
        }
        list.add(
            .modelFeatures, "a composite of a model is refused as a value, and does not stand in the way of others",
            covers: [.attributeType(.composite), .valueError(.unavailable)]
        ) { bench in
            var place = AttributeDescription.optional("place", .composite)
            place.compositeName = "Place"
            var model = ModelDescription.of(.named("Thing", [.optional("number", .integer64), place]))
            model.composites = [CompositeDescription(name: "Place", elements: [.optional("street", .string)])]
            let container = try bench.open(model)
            let context = bench.context(container)
            let thing = try context.add("Thing", ["number": .integer(1)])
            let error = try expectError(ValueError.self) { try thing.setValue(.string("x"), forKey: "place") }
            try expect(error.code, is: .unavailable)
            try context.save()
            try expect(try bench.context(container).own(thing).number(), is: 1)
        }
        list.add(.modelFeatures, "a store with many entities keeps each one's objects apart") { bench in
            var model = ModelDescription(name: "many")
            model.entities = (0..<60).map { .named("Entity\($0)", [.optional("number", .integer64)]) }
            let container = try bench.open(model)
            let context = bench.context(container)
            for entity in 0..<60 {
                for number in 0...(entity % 3) {
                    try context.add("Entity\(entity)", ["number": .integer(Int64(number))])
                }
            }
            try context.save()
            let reader = bench.context(container)
            for entity in 0..<60 { try expect(try reader.find("Entity\(entity)").count, is: entity % 3 + 1) }
        }
    }

    private static func addCapabilities(to list: inout CaseList) {
        var indexed = EntityDescription.named("Item", [.optional("number", .integer64), .optional("name", .string)])
        indexed.indexes = ["number", "name"].map { name in
            FetchIndexDescription(name: "by\(name)", elements: [.init(property: name)])
        }
        let model = ModelDescription.of(indexed)
        list.add(
            .modelFeatures, "a store filters exactly when it declares that it does", covers: [.capability(.filtering)]
        ) { bench in
            let context = bench.context(try bench.open(model))
            for number in 0..<50 {
                try context.add("Item", ["number": .integer(Int64(number)), "name": .string("n\(number)")])
            }
            try context.save()
            let predicates: [FetchPredicate] = [
                .compare("number", .equal, .integer(3)), .compare("name", .equal, .string("n3")),
                .compare("number", .less, .integer(3)),
            ]
            let taken = try predicates.filter { predicate in
                let store = try require(try context.explain(context.request("Item", predicate)).stores.first)
                return store.residual == nil || !store.steps.contains { $0.text.hasPrefix("scan") }
            }
            try expect(!taken.isEmpty, is: bench.factory.declares(.filtering), "filters taken: \(taken.count)")
        }
        list.add(.modelFeatures, "a store sorts exactly when it declares that it does", covers: [.capability(.sorting)])
        { bench in
            let context = bench.context(try bench.open(model))
            let keys = [SortKey(["number"]), SortKey(["number"], ascending: false), SortKey(["name"])]
            let taken = try keys.filter { key in
                try require(try context.explain(context.request("Item", by: [key])).stores.first).isSorted
            }
            try expect(!taken.isEmpty, is: bench.factory.declares(.sorting), "orders taken: \(taken.count)")
        }
        list.add(
            .modelFeatures, "large data is out of rows exactly when the store declares it, and reads the same",
            covers: [.capability(.deferredData)]
        ) { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            var changes = StoreChanges()
            changes.inserts = [try direct.row("Item", 1, ["data": .data(data)])]
            try direct.save(changes)
            let snapshot = try direct.store.snapshot()
            var inRow: Value?
            var isDeferred = false
            try snapshot.rows(try direct.root("Item"), keys: [1]) { batch in
                for row in batch {
                    let index = row.layout.index(of: PropertyKey("data"))
                    isDeferred = row.deferredData(row.layout.slots[index]) != nil
                    if !isDeferred { inRow = row.value(for: PropertyKey("data")) }
                }
                return true
            }
            try expect(isDeferred, is: bench.factory.declares(.deferredData))
            if isDeferred {
                let read = try snapshot.deferredData(
                    try direct.root("Item"), key: 1, version: 1, property: PropertyKey("data"))
                try expect(read == data, "the data differs")
                try expect(
                    try snapshot.deferredData(
                        try direct.root("Item"), key: 1, version: 9, property: PropertyKey("data")) == nil,
                    "data of another version was given")
                let refusal = try expectError(StoreError.self) { try saveDescription(direct, snapshot, as: 2) }
                try expect(refusal.code, is: .unsupported)
                try expect(try direct.versions([1, 2]), is: [1: 1])
            } else {
                try expect(inRow == .data(data), "the data differs")
            }
        }
        list.add(
            .modelFeatures, "data that may be kept beside the store reads the same, changed and unchanged",
            covers: [.capability(.externalStorage)]
        ) { bench in
            var photo = AttributeDescription.optional("photo", .binary)
            photo.allowsExternalStorage = true
            let container = try bench.open(.of(.named("Item", [.optional("number", .integer64), photo])))
            let context = bench.context(container)
            let (first, second) = (Data(repeating: 1, count: 2_000_000), Data(repeating: 2, count: 10))
            let item = try context.add("Item", ["photo": .data(first)])
            try context.save()
            try expect(try bench.context(container).own(item).value(forKey: "photo") == .data(first))
            try item.setValue(.integer(1), forKey: "number")
            try context.save()
            try expect(try bench.context(container).own(item).value(forKey: "photo") == .data(first), "unchanged")
            try item.setValue(.data(second), forKey: "photo")
            try context.save()
            try expect(try bench.context(container).own(item).value(forKey: "photo") == .data(second), "changed")
        }
    }

    /// Inserts a row that describes the data of row 1, and does not have it.
    private static func saveDescription(
        _ direct: DirectStore, _ snapshot: any StoreSnapshot, as key: Int64
    ) throws {
        let builder = RowBatchBuilder(layouts: direct.store.layouts)
        try snapshot.rows(try direct.root("Item"), keys: [1]) { batch in
            for row in batch {
                let copy = RowView(base: row.base, layout: row.layout, key: key)
                builder.append(packing: MutableRow.copy(of: copy, to: row.layout), version: 1)
            }
            return true
        }
        let batch = try require(builder.takeBatches().first)
        var rows = batch.makeIterator()
        let offset = try require(rows.nextOffset())
        var changes = StoreChanges()
        changes.inserts = [
            .init(batch: batch, offset: offset, expectedVersion: 0, changed: SlotSet(allOf: batch.row(at: offset)))
        ]
        try direct.save(changes)
    }
}
