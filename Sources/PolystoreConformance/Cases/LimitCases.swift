import Foundation
import PolystoreCore
import PolystoreStorage

/// Long text, large data, many columns, deep hierarchies, many rows and long lists.
enum LimitCases {
    static func add(to list: inout CaseList) {
        addSizes(to: &list)
        addShapes(to: &list)
        addLists(to: &list)
    }

    private static func addSizes(to list: inout CaseList) {
        for length in [100, 399, 400, 401, 511, 512, 4_095, 4_096, 4_097, 32_768, 100_000, 300_000] {
            list.add(.limits, "a text of \(length) bytes is saved, found by its value, and sorted") { bench in
                let container = try bench.open(.of(.named("Word", [.optional("name", .string)]).indexed("name")))
                let context = bench.context(container)
                let start = String(repeating: "x", count: length - 1)
                for last in ["b", "a", "c"] { try context.add("Word", ["name": .string(start + last)]) }
                try context.save()
                let reader = bench.context(container)
                try expect(
                    try reader.find("Word", by: [SortKey(["name"])]).names().map { $0.last }, is: ["a", "b", "c"])
                let found = try reader.find("Word", .compare("name", .equal, .string(start + "b")))
                try expect(try found.names().map { $0.utf8.count }, is: [length])
                try expect(
                    try reader.count(reader.request("Word", .compare("name", .greater, .string(start + "a")))), is: 2)
            }
        }
        for length in [0, 1, 4_095, 4_096, 4_097, 65_536, 3_000_000] {
            list.add(.limits, "\(length) bytes of data are saved, changed to as many others, and taken away") { bench in
                let container = try bench.open(
                    .of(.named("Blob", [.optional("data", .binary), .optional("number", .integer64)])))
                let context = bench.context(container)
                let (first, second) = (Data(repeating: 0xA5, count: length), Data(repeating: 0x5A, count: length))
                let blob = try context.add("Blob", ["data": .data(first)])
                try context.save()
                for value in [Value.data(first), .data(second), .missing] {
                    try blob.setValue(value, forKey: "data")
                    try context.save()
                    try expect(
                        try bench.context(container).own(blob).value(forKey: "data") == value, "the data differs")
                    try blob.setValue(.integer(1), forKey: "number")
                    try context.save()
                    try expect(
                        try bench.context(container).own(blob).value(forKey: "data") == value,
                        "kept through another change")
                    try blob.setValue(.missing, forKey: "number")
                }
            }
        }
        list.add(.limits, "large data is found by its bytes when another context has saved the row since it was read") {
            bench in
            let container = try bench.open(
                .of(.named("Blob", [.optional("data", .binary), .optional("number", .integer64)])))
            let context = bench.context(container)
            let data = Value.data(Data(repeating: 7, count: 5_000))
            let blob = try context.add("Blob", ["number": .integer(1), "data": data])
            try context.save()
            let other = bench.context(container)
            try other.own(blob).setValue(.integer(2), forKey: "number")
            try other.save()
            try expect(try context.count(context.request("Blob", .compare("data", .equal, data))), is: 1)
            try expect(try context.count(context.request("Blob", .not(.compare("data", .equal, data)))), is: 0)
        }
        list.add(.limits, "large data compares by its bytes") { bench in
            let container = try bench.open(
                .of(.named("Blob", [.optional("data", .binary), .optional("number", .integer64)])))
            let context = bench.context(container)
            for number in 0..<3 {
                try context.add(
                    "Blob",
                    ["number": .integer(Int64(number)), "data": .data(Data(repeating: UInt8(number), count: 10_000))])
            }
            try context.save()
            let reader = bench.context(container)
            let one = Value.data(Data(repeating: 1, count: 10_000))
            try expect(try reader.find("Blob", .compare("data", .equal, one)).numbers(), is: [1])
            try expect(
                try reader.find("Blob", .compare("data", .notEqual, one), by: [SortKey(["number"])]).numbers(),
                is: [0, 2])
            try expect(try reader.find("Blob", .compare("data", .greater, one)).numbers(), is: [2])
        }
    }

    private static func addShapes(to list: inout CaseList) {
        for count in [100, 500] {
            list.add(.limits, "an entity with \(count) attributes keeps every one, present and missing") { bench in
                let names = (0..<count).map { "column\($0)" }
                let container = try bench.open(.of(.named("Wide", names.map { .optional($0, .integer32) })))
                let context = bench.context(container)
                var values: [String: Value] = [:]
                for (number, name) in names.enumerated() where number % 3 != 0 {
                    values[name] = .integer(Int64(number))
                }
                let wide = try context.add("Wide", values)
                try context.save()
                let copy = try bench.context(container).own(wide)
                for name in names { try expect(try copy.value(forKey: name), is: values[name] ?? .missing, name) }
                let last = try require(names.last)
                let reader = bench.context(container)
                try expect(
                    try reader.count(reader.request("Wide", .compare(last, .equal, values[last] ?? .missing))), is: 1)
            }
        }
        for depth in [10, 40] {
            list.add(
                .limits,
                "a hierarchy \(depth) entities deep keeps the values of every level, and is found from every level"
            ) { bench in
                var model = ModelDescription(name: "deep")
                model.entities = (0..<depth).map { level in
                    .named(
                        "Level\(level)", parent: level == 0 ? nil : "Level\(level - 1)",
                        [.optional("value\(level)", .integer64)])
                }
                let container = try bench.open(model)
                let context = bench.context(container)
                let values = Dictionary(
                    uniqueKeysWithValues: (0..<depth).map { ("value\($0)", Value.integer(Int64($0))) })
                let deepest = try context.add("Level\(depth - 1)", values)
                try context.add("Level0", ["value0": .integer(99)])
                try context.save()
                let copy = try bench.context(container).own(deepest)
                for (name, value) in values { try expect(try copy.value(forKey: name), is: value, name) }
                let reader = bench.context(container)
                try expect(try reader.find("Level0").count, is: 2)
                for level in 1..<depth { try expect(try reader.find("Level\(level)").count, is: 1, "level \(level)") }
            }
        }
        for length in [10, 200] {
            list.add(
                .limits,
                "a chain of \(length) objects is followed to its end, and found through a path of relationships"
            ) { bench in
                let container = try bench.open(
                    .of(.named("Link", [.optional("number", .integer64)], [.one("next", to: "Link")])))
                let context = bench.context(container)
                var next: ManagedObject?
                for number in (0..<length).reversed() {
                    let link = try context.add("Link", ["number": .integer(Int64(number))])
                    try link.setRelatedObject(next, forKey: "next")
                    next = link
                }
                try context.save()
                let reader = bench.context(container)
                var current = try reader.find("Link", .compare("number", .equal, .integer(0))).first
                for number in 0..<length {
                    try expect(try current?.number(), is: number)
                    current = try current?.relatedObject(forKey: "next")
                }
                try expect(current == nil)
                let path = String(repeating: "next.", count: 5) + "number"
                try expect(try reader.find("Link", .compare(path, .equal, .integer(5))).numbers(), is: [0])
            }
        }
    }

    private static func addLists(to list: inout CaseList) {
        list.add(.limits, "20,000 rows with a gap are counted and found by their values as they are in the snapshot") {
            bench in
            let item = EntityDescription.named(
                "Item", [.optional("number", .integer64), .optional("group", .integer16)])
            let container = try bench.open(.of(item.indexed("group")))
            let context = bench.context(container)
            let items = try (0..<20_000).map { number in
                try context.add("Item", ["number": .integer(Int64(number)), "group": .integer(Int64(number % 2))])
            }
            try context.save()
            for item in items[5_000..<9_000] { context.delete(item) }
            try items[19_999].setValue(.integer(-1), forKey: "number")
            try context.save()
            let reader = bench.context(container)
            for (bound, count) in [(-2, 16_000), (-1, 15_999), (4_998, 11_000), (10_000, 9_998), (19_998, 0)] {
                let request = reader.request("Item", .compare("number", .greater, .integer(Int64(bound))))
                for _ in 0..<3 {
                    try expect(try reader.count(request), is: count)
                    try expect(Set(try reader.fetch(request).map(\.objectID)).count, is: count)
                }
            }
            let numbers = [-1] + (0..<19_999).filter { !(5_000..<9_000).contains($0) }
            try expect(try bench.context(container).find("Item").numbers().sorted(), is: numbers)
            let last = try bench.context(container).find(
                "Item", .compare("group", .equal, .integer(0)), by: [SortKey(["number"], ascending: false)], limit: 30)
            try expect(try last.numbers(), is: (0..<30).map { 19_998 - 2 * $0 })
        }
        for count in [100, 2_000, 40_000] {
            list.add(.limits, "IN a list of \(count) values finds the right rows", covers: [.comparison(.isIn)]) {
                bench in
                let container = try bench.open(.of(.named("Item", [.optional("number", .integer64)])))
                let context = bench.context(container)
                for number in 0..<100 { try context.add("Item", ["number": .integer(Int64(number * 3))]) }
                try context.save()
                let values = (0..<count).map { Value.integer(Int64($0)) }
                let found = try bench.context(container).find(
                    "Item", .compare("number", .isIn, .list(values)), by: [SortKey(["number"])])
                try expect(try found.numbers(), is: (0..<100).map { $0 * 3 }.filter { $0 < count })
            }
        }
        for count in [50, 120] {
            list.add(.limits, "a predicate of \(count) alternatives finds the right rows") { bench in
                let container = try bench.open(.of(.named("Item", [.optional("number", .integer64)])))
                let context = bench.context(container)
                for number in 0..<100 { try context.add("Item", ["number": .integer(Int64(number))]) }
                try context.save()
                let parts = (0..<count).map { FetchPredicate.compare("number", .equal, .integer(Int64($0 * 2))) }
                let expected = (0..<100).filter { $0 % 2 == 0 && $0 / 2 < count }
                let reader = bench.context(container)
                try expect(try reader.find("Item", .or(parts), by: [SortKey(["number"])]).numbers(), is: expected)
                try expect(try reader.count(reader.request("Item", .not(.or(parts)))), is: 100 - expected.count)
                try expect(try reader.count(reader.request("Item", .and(parts))), is: count == 1 ? 1 : 0)
            }
        }
        for count in [1_000, 3_000] {
            list.add(.limits, "a relationship with \(count) members is read, counted and emptied") { bench in
                let container = try bench.open(RelationshipShape.oneToMany.model())
                let context = bench.context(container)
                let left = try context.add("Left", ["name": .string("L")])
                for number in 0..<count {
                    try context.add("Right", ["name": .string("R\(number)")]).setRelatedObject(left, forKey: "back")
                }
                try context.save()
                let reader = bench.context(container)
                try expect(try reader.own(left).relatedObjects(forKey: "others").count, is: count)
                try expect(
                    try reader.count(reader.request("Left", .compare("others.@count", .equal, .integer(Int64(count))))),
                    is: 1)
                let writer = bench.context(container)
                try writer.own(left).relatedObjects(forKey: "others").removeAll()
                try writer.save()
                try expect(try bench.context(container).own(left).relatedObjects(forKey: "others").count, is: 0)
            }
        }
    }
}

extension EntityDescription {
    /// The entity with an index of an attribute.
    fileprivate func indexed(_ attribute: String) -> EntityDescription {
        var entity = self
        entity.indexes.append(FetchIndexDescription(name: "by\(attribute)", elements: [.init(property: attribute)]))
        return entity
    }
}
