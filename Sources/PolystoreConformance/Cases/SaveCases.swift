import Foundation
import PolystoreCore
import PolystoreStorage

/// The rows that a save writes, and those that it leaves.
enum SaveCases {
    static func add(to list: inout CaseList) {
        let model = ModelDescription.of(
            .named(
                "Item", [.optional("number", .integer64), .optional("name", .string)],
                [.one("box", to: "Box", inverse: "items")]),
            .named("Box", [.optional("number", .integer64)], [.many("items", to: "Item", inverse: "box")]))
        func add(
            _ promise: String,
            _ body: @escaping @Sendable (ConformanceFixture, PersistentContainer, ManagedObjectContext) throws -> Void
        ) {
            list.add(.save, promise) { bench in
                let container = try bench.open(model)
                try body(bench, container, bench.context(container))
            }
        }
        add("a save without changes writes nothing") { _, container, context in
            let store = try require(container.coordinator.store(named: "main"))
            let commit = try store.store.newestCommit()
            try context.save()
            try expect(try store.store.newestCommit(), is: commit)
        }
        add("a save of many kinds of change is one commit") { bench, container, context in
            let items = try (0..<3).map { try context.add("Item", ["number": .integer(Int64($0))]) }
            try context.save()
            let store = try require(container.coordinator.store(named: "main"))
            let commit = try store.store.newestCommit()
            try items[0].setValue(.integer(10), forKey: "number")
            context.delete(items[1])
            try items[2].setRelatedObject(try context.add("Box"), forKey: "box")
            try context.save()
            try expect(try store.store.newestCommit(), is: commit + 1)
            try expect(try bench.context(container).find("Item", by: [SortKey(["number"])]).numbers(), is: [2, 10])
        }
        list.add(.save, "minus zero is saved as zero, in every type that has one") { bench in
            let types: [AttributeType] = [.double, .float, .date]
            let container = try bench.open(.of(.named("Thing", types.map { .optional($0.rawValue, $0) })))
            let context = bench.context(container)
            let thing = try context.add(
                "Thing",
                [
                    "double": .double(-0.0), "float": .double(-0.0),
                    "date": .date(Date(timeIntervalSinceReferenceDate: -0.0)),
                ])
            try context.save()
            for object in [thing, try bench.context(container).own(thing)] {
                for type in types {
                    let value = try object.value(forKey: type.rawValue)
                    let number: Double? =
                        switch value {
                        case .double(let number): number
                        case .date(let date): date.timeIntervalSinceReferenceDate
                        default: nil
                        }
                    try expect(number?.sign, is: .plus, type.rawValue)
                }
            }
        }
        add("an object that is inserted and deleted before a save is never written") { bench, container, context in
            let item = try context.add("Item")
            context.delete(item)
            try context.save()
            try expect(try bench.context(container).find("Item").count, is: 0)
            try expect(item.managedObjectContext == nil)
        }
        add("a rollback takes back inserts, changes, links and deletions") { bench, container, context in
            let box = try context.add("Box", ["number": .integer(1)])
            let items = try (0..<2).map { try context.add("Item", ["number": .integer(Int64($0))]) }
            try items[0].setRelatedObject(box, forKey: "box")
            try context.save()
            try items[0].setValue(.integer(10), forKey: "number")
            try items[0].setRelatedObject(nil, forKey: "box")
            try items[1].setRelatedObject(box, forKey: "box")
            context.delete(box)
            try context.add("Item", ["number": .integer(7)])
            context.rollback()
            try expect(!context.hasChanges)
            try expect(try items.numbers(), is: [0, 1])
            try expect(try box.relatedObjects(forKey: "items").map { try $0.number() }, is: [0])
            try context.save()
            try expect(try bench.context(container).find("Item", by: [SortKey(["number"])]).numbers(), is: [0, 1])
        }
        add("a reset forgets every object and every change") { _, _, context in
            let item = try context.add("Item", ["number": .integer(1)])
            try context.save()
            try context.add("Item", ["number": .integer(2)])
            context.reset()
            try expect(!context.hasChanges)
            try expect(item.managedObjectContext == nil)
            try expect(try context.find("Item").numbers(), is: [1])
        }
        add("a refresh without merging drops changes, one with merging keeps them over the newest row") {
            bench, container, context in
            let item = try context.add("Item", ["number": .integer(1), "name": .string("a")])
            try context.save()
            let other = bench.context(container)
            let copy = try other.own(item)
            _ = try copy.number()
            try item.setValue(.integer(2), forKey: "number")
            try context.save()
            try copy.setValue(.string("mine"), forKey: "name")
            other.refresh(copy, mergesChanges: true)
            try expect(try copy.number(), is: 2)
            try expect(try copy.text(), is: "mine")
            other.refresh(copy, mergesChanges: false)
            try expect(try copy.text(), is: "a")
            try expect(!other.hasChanges)
        }
        add("after a save the context has nothing left to save, and its objects are those that were saved") {
            _, _, context in
            let item = try context.add("Item", ["number": .integer(1)])
            try expect(item.isInserted && context.hasChanges)
            try context.save()
            try expect(!item.isInserted && !item.hasChanges && !context.hasChanges)
            try expect(try context.find("Item").first === item)
        }
        add("a child context's save goes to its parent, and to the store with the parent's") {
            bench, container, context in
            let item = try context.add("Item", ["number": .integer(1)])
            try context.save()
            let child = context.newConfinedChildContext()
            try child.own(item).setValue(.integer(2), forKey: "number")
            try child.add("Item", ["number": .integer(3)])
            try child.save()
            try expect(try item.number(), is: 2)
            try expect(try bench.context(container).find("Item").numbers(), is: [1])
            try context.save()
            try expect(try bench.context(container).find("Item", by: [SortKey(["number"])]).numbers(), is: [2, 3])
        }
        for count in [1, 10, 1_000, 5_000] {
            add("\(count) objects are inserted, changed and deleted in one save each") { bench, container, context in
                let items = try (0..<count).map { try context.add("Item", ["number": .integer(Int64($0))]) }
                try context.save()
                try expect(try bench.context(container).count(context.request("Item")), is: count)
                for (number, item) in items.enumerated() {
                    try item.setValue(.integer(Int64(number * 2)), forKey: "number")
                }
                try context.save()
                let reader = bench.context(container)
                let sum = try reader.find("Item").numbers().reduce(0, +)
                try expect(sum, is: count * (count - 1))
                for item in items where try item.number() % 4 == 0 { context.delete(item) }
                try context.save()
                try expect(try bench.context(container).count(context.request("Item")), is: count / 2)
            }
        }
        for rounds in [10, 100] {
            add("\(rounds) saves one after the other each see what those before wrote") { bench, container, context in
                let item = try context.add("Item", ["number": .integer(0)])
                for round in 1...rounds {
                    try item.setValue(.integer(Int64(round)), forKey: "number")
                    try context.save()
                    if round % 10 == 0 { try expect(try bench.context(container).own(item).number(), is: round) }
                }
                try expect(item.version, is: rounds)
            }
        }
    }
}
