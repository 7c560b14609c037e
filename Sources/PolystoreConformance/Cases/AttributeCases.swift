import Foundation
import PolystoreCore
import PolystoreStorage

/// Values of every type, to the last bit: saved, changed, removed, defaulted, reopened.
enum AttributeCases {
    static func add(to list: inout CaseList) {
        for samples in stored {
            let (type, values) = (samples.type, samples.values)
            let model = ModelDescription.of(
                .named("Thing", [.required("number", .integer64), .optional("sample", type)]))
            list.add(
                .save, "every \(type.rawValue) comes back to the last bit as it was saved",
                covers: [.attributeType(type)]
            ) { bench in
                let container = try bench.open(model)
                let context = bench.context(container)
                for (number, value) in values.enumerated() {
                    try context.add("Thing", ["number": .integer(Int64(number)), "sample": value])
                }
                try context.save()
                try check(bench.context(container), values)
            }
            list.add(
                .save, "an update of \(type.rawValue) is saved, from each value to the next, and raises the version",
                covers: [.attributeType(type)]
            ) { bench in
                let container = try bench.open(model)
                let context = bench.context(container)
                let thing = try context.add("Thing", ["number": .integer(0)])
                try context.save()
                for (index, value) in values.enumerated() {
                    try thing.setValue(value, forKey: "sample")
                    try context.save()
                    let copy = try bench.context(container).own(thing)
                    try expect(try copy.value(forKey: "sample"), isIdentical: value, "sample \(index)")
                    try expect(copy.version, is: index + 2, "version")
                }
            }
            list.add(
                .save, "a \(type.rawValue) that is taken away is missing afterwards, and is never the zero of its type",
                covers: [.attributeType(type)]
            ) { bench in
                let container = try bench.open(model)
                let context = bench.context(container)
                let things = try values.map { try context.add("Thing", ["number": .integer(0), "sample": $0]) }
                try context.save()
                for thing in things { try thing.setValue(.missing, forKey: "sample") }
                try context.save()
                for thing in try bench.context(container).find("Thing") {
                    try expect(try thing.value(forKey: "sample"), isIdentical: .missing)
                }
            }
            list.add(
                .modelFeatures, "a new object has the default \(type.rawValue) of the model, and keeps it",
                covers: [.attributeType(type)]
            ) { bench in
                for (index, value) in [values[0], values[values.count / 2], values[values.count - 1]].enumerated() {
                    var attribute = AttributeDescription.optional("sample", type)
                    attribute.defaultValue = value
                    let model = ModelDescription.of(.named("Thing", [attribute]))
                    let container = try bench.open(model, [bench.description("store\(index)")])
                    let context = bench.context(container)
                    let thing = try context.add("Thing")
                    try expect(try thing.value(forKey: "sample"), isIdentical: value)
                    try context.save()
                    try expect(
                        try bench.context(container).own(thing).value(forKey: "sample"), isIdentical: value)
                }
            }
            list.add(
                .metadata, "every \(type.rawValue) is the same after the store was closed and opened",
                needs: [.durable], covers: [.attributeType(type)]
            ) { bench in
                try DurableStores.require(bench)
                let container = try bench.open(model)
                let context = bench.context(container)
                for (number, value) in values.enumerated() {
                    try context.add("Thing", ["number": .integer(Int64(number)), "sample": value])
                }
                try context.save()
                try check(bench.context(try bench.reopen(container, model)), values)
            }
        }
    }

    /// The types that stores keep: those that compare, and bytes of coded values.
    private static var stored: [AttributeSamples] {
        AttributeSamples.comparable + [
            AttributeSamples(
                type: .transformable,
                values: [[], [0], [1, 2, 3], Array(repeating: 7, count: 300)].map { .data(Data($0)) })
        ]
    }

    private static func check(_ context: ManagedObjectContext, _ values: [Value]) throws {
        let things = try context.find("Thing", by: [SortKey(["number"])])
        try expect(things.count, is: values.count)
        for (thing, value) in zip(things, values) {
            try expect(try thing.value(forKey: "sample"), isIdentical: value)
        }
    }
}
