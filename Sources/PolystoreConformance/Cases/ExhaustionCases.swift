import PolystoreCore
import PolystoreStorage

/// Resources that run out: keys, leases, attempts.
enum ExhaustionCases {
    static func add(to list: inout CaseList) {
        list.add(
            .errors, "when all keys were given out no more are reserved, and what is stored can be read",
            covers: [.storeError(.keysUnavailable)]
        ) { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.save(try direct.inserting([1: 10, .max - 1: 20]))
            let root = try direct.root("Item")
            let error = try expectError(StoreError.self) { _ = try direct.store.reserveKeys(root, count: 10) }
            try expect(error.code, is: .keysUnavailable)
            try expect(try direct.numbers(), is: [1: 10, .max - 1: 20])
            try expect(try direct.store.reserveKeys(try direct.root("Part"), count: 10).count, is: 10)
        }
        list.add(
            .errors, "an object that no key could be had for is refused by the save, and nothing is written",
            needs: [.durable], covers: [.validation(.keyless), .storeError(.keysUnavailable)]
        ) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, Validated.model, name: "main")
            var changes = StoreChanges()
            changes.inserts = [try direct.row("Validated", .max - 1, Validated.values)]
            try direct.save(changes)
            try direct.store.close()
            let container = try bench.open(Validated.model, [bench.description()], classes: [Validated.self])
            let context = bench.context(container)
            let error = try expectError(StoreError.self) { _ = try context.insert(Validated.self) }
            try expect(error.code, is: .keysUnavailable)
            let keyless = Validated(context: context)
            for (name, value) in Validated.values { try keyless.setValue(value, forKey: name) }
            _ = context.takeAccessError()
            let refusal = try expectError(SaveError.self) { try context.save() }
            try expect(refusal.validationFailures.map(\.code), is: [.keyless])
            context.rollback()
            try expect(try bench.context(container).find("Validated").count, is: 1)
        }
        list.add(
            .mergePolicies, "a save that others get ahead of each time gives up, and says that it is not settled",
            covers: [.saveError(.unresolved)]
        ) { bench in
            let container = try bench.open(Validated.model, [bench.description()], classes: [Validated.self])
            let theirs = bench.context(container)
            let theirObject = try theirs.add("Validated", Validated.values)
            try theirs.save()
            let mine = bench.context(container)
            mine.mergePolicy = .mergeByPropertyObjectTrump
            let object = try mine.existingObject(with: theirObject.objectID, as: Validated.self)
            var saves: Int64 = 0
            object.whenValidated = {
                saves += 1
                try theirObject.setValue(.integer(saves % 10), forKey: "number")
                try theirs.save()
            }
            try object.setValue(.string("A2"), forKey: "code")
            let error = try expectError(SaveError.self) { try mine.save() }
            try expect(error.code, is: .unresolved)
            object.whenValidated = {}
            try mine.save()
            let stored = try bench.context(container).own(object)
            try expect(try stored.text("code"), is: "A2")
            try expect(try stored.number(), is: Int(saves % 10))
        }
        list.add(
            .errors, "a text that is none of an enumeration's is an error of reading, and is not written over",
            covers: [.valueError(.unknownValue)]
        ) { bench in
            let container = try bench.open(Lamp.model, [bench.description()], classes: [Lamp.self])
            let context = bench.context(container)
            let lamp = try context.insert(Lamp.self) { $0.light = .green }
            try context.save()
            try lamp.setValue(.string("blue"), forKey: "light")
            try context.save()
            let reader = bench.context(container)
            let copy = try reader.existingObject(with: lamp.objectID, as: Lamp.self)
            let error = try expectError(ValueError.self) { _ = try copy.value(for: Lamp.light) }
            try expect(error.code, is: .unknownValue)
            try expect(try bench.context(container).own(lamp).text("light"), is: "blue")
        }
    }
}
