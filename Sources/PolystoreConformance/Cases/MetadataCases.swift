import Foundation
import PolystoreCore
import PolystoreStorage

/// A store's metadata, keys that are never given twice, and that all of it is the same after reopening.
enum MetadataCases {
    static func add(to list: inout CaseList) {
        addIdentity(to: &list)
        addKeys(to: &list)
        addFiles(to: &list)
        for model in [ItemModel.plain] {
            list.add(
                .metadata, "rows of every kind are the same after reopening, with their versions", needs: [.durable]
            ) { bench in
                try DurableStores.require(bench)
                let direct = try DirectStore(bench, model)
                var changes = try direct.inserting([1: 10, 2: 20, 3: 30])
                changes.inserts += [try direct.row("Special", 4, ["number": .integer(40), "extra": .string("x")])]
                try direct.save(changes)
                try direct.save(try direct.updating(2, version: 2, 21))
                try direct.save(try direct.deleting(3, version: 1))
                let commit = try direct.store.newestCommit()
                try direct.reopen()
                try expect(try direct.numbers(), is: [1: 10, 2: 21, 4: 40])
                try expect(try direct.versions([1, 2, 3, 4]), is: [1: 1, 2: 2, 4: 1])
                try expect(try direct.numbers(nil, "Special"), is: [4: 40])
                try expect(try direct.store.newestCommit(), is: commit)
            }
        }
    }

    private static func addIdentity(to list: inout CaseList) {
        list.add(.metadata, "a store has the UUID that it says, and the model it was made for") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            let metadata = try direct.store.metadata
            try expect(metadata.identifier, is: direct.store.identifier)
            try expect(metadata.model.sortedByName, is: direct.model.description.sortedByName)
        }
        list.add(.metadata, "two stores have two UUIDs") { bench in
            let (first, second) = (
                try DirectStore(bench, ItemModel.plain, name: "first"),
                try DirectStore(bench, ItemModel.plain, name: "second")
            )
            try expect(first.store.identifier != second.store.identifier)
        }
        list.add(.metadata, "a store keeps its UUID, its commits and its layouts for life", needs: [.durable]) {
            bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, ItemModel.plain)
            let identifier = direct.store.identifier
            try direct.save(try direct.inserting([1: 1]))
            let layouts = try direct.store.metadata.layouts
            let commit = try direct.store.newestCommit()
            for _ in 0..<3 {
                try direct.reopen()
                try expect(direct.store.identifier, is: identifier)
                try expect(try direct.store.metadata.layouts, is: layouts)
                try expect(try direct.store.metadata.watermark, is: commit)
            }
        }
        list.add(.metadata, "metadata can be read while the store is not open", needs: [.durable]) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, ItemModel.plain)
            let identifier = direct.store.identifier
            try direct.store.close()
            let metadata = try direct.type.metadata(direct.description())
            try expect(metadata.identifier, is: identifier)
            try expect(metadata.model.entities.map(\.name).sorted(), is: ["Item", "Part", "Special"])
        }
        list.add(.metadata, "free entries are set, replaced and removed in a commit, and seen at once") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            func set(_ entries: [String: String?]) throws {
                var changes = StoreChanges()
                changes.metadata = entries
                try direct.save(changes)
            }
            try set(["a": "1", "b": "2", "c": "ß\0"])
            try expect(try direct.store.metadata.user, is: ["a": "1", "b": "2", "c": "ß\0"])
            try set(["a": "9", "b": String?.none, "x": String?.none])
            try expect(try direct.store.metadata.user, is: ["a": "9", "c": "ß\0"])
        }
        list.add(.metadata, "free entries of a transaction that is rolled back are not set") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.store.begin(.full)
            var changes = StoreChanges()
            changes.metadata = ["a": "1"]
            try direct.store.apply(changes)
            direct.store.rollback()
            try expect(try direct.store.metadata.user, is: [:])
        }
        list.add(.metadata, "free entries are the same after reopening", needs: [.durable]) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, ItemModel.plain)
            var changes = StoreChanges()
            changes.metadata = ["a": "1"]
            try direct.save(changes)
            try direct.reopen()
            try expect(try direct.store.metadata.user, is: ["a": "1"])
        }
    }

    private static func addKeys(to list: inout CaseList) {
        list.add(.metadata, "reserved keys are positive, and never given twice, for each hierarchy") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            for entity in ["Item", "Part"] {
                var last: Int64 = 0
                for count in [1, 1_024, 5, 65_536, 1] {
                    let keys = try direct.store.reserveKeys(try direct.root(entity), count: count)
                    try expect(keys.count, is: count)
                    try expect(keys.lowerBound > last, "\(keys) after \(last)")
                    last = keys.upperBound - 1
                }
            }
        }
        list.add(.metadata, "an insert above the reserved keys moves the mark") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.save(try direct.inserting([5_000: 1]))
            try expect(try direct.store.reserveKeys(try direct.root("Item"), count: 1).lowerBound > 5_000)
        }
        list.add(.metadata, "the end of the last reservation can be given back, and is given out again") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            let root = try direct.root("Item")
            let keys = try direct.store.reserveKeys(root, count: 100)
            try direct.store.releaseKeys(root, from: keys.lowerBound + 10)
            try expect(try direct.store.reserveKeys(root, count: 5).lowerBound, is: keys.lowerBound + 10)
        }
        list.add(.metadata, "reserved keys are not given again after reopening, used or not", needs: [.durable]) {
            bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, ItemModel.plain)
            let root = try direct.root("Item")
            let keys = try direct.store.reserveKeys(root, count: 100)
            try direct.reopen()
            try expect(try direct.store.reserveKeys(root, count: 1).lowerBound >= keys.upperBound)
        }
        list.add(.metadata, "a key whose object was deleted is not given to another", needs: [.durable]) { bench in
            try DurableStores.require(bench)
            let model = ModelDescription.of(.named("Item", [.optional("number", .integer64)]))
            var container = try bench.open(model)
            var seen: Set<Int64> = []
            for _ in 0..<4 {
                let context = bench.context(container)
                let item = try context.add("Item")
                try expect(seen.insert(item.objectID.key).inserted, "the key \(item.objectID.key) was given before")
                try context.save()
                context.delete(item)
                try context.save()
                container = try bench.reopen(container, model)
            }
        }
        list.add(
            .metadata, "an object has its ID at once, keeps it at save, and is found by its URI after reopening (P8)",
            needs: [.durable]
        ) { bench in
            try DurableStores.require(bench)
            let model = ModelDescription.of(.named("Item", [.optional("number", .integer64)]))
            let container = try bench.open(model)
            let context = bench.context(container)
            let item = try context.add("Item", ["number": .integer(7)])
            let before = item.objectID
            try context.save()
            try expect(item.objectID, is: before)
            let uri = try require(container.coordinator.uri(for: before))
            let again = try bench.reopen(container, model)
            let found = try require(again.coordinator.objectID(for: uri))
            try expect(try bench.context(again).existingObject(with: found).number(), is: 7)
        }
    }

    private static func addFiles(to list: inout CaseList) {
        list.add(
            .metadata, "a copy of an open store has its rows and its UUID, and opens beside it as a copy with another",
            needs: [.durable]
        ) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.save(try direct.inserting([1: 10]))
            let url = bench.folder.appendingPathComponent("copy.store")
            try direct.type.copy(direct.description(), direct.description(at: url))
            try expect(try direct.type.metadata(direct.description(at: url)).identifier, is: direct.store.identifier)
            try direct.save(try direct.inserting([2: 20]))
            var opening = direct.opening
            opening.url = url
            opening.openIdentifiers = [direct.store.identifier]
            opening.opensAsCopy = true
            let copy = try direct.type.open(opening)
            try expect(copy.identifier != direct.store.identifier, "the copy has a UUID of its own")
            var keys: [Int64] = []
            try copy.snapshot().rows(copy.plan(StoreQuery(entities: try direct.entity("Item").concreteFamily))) {
                keys += $0.map(\.key)
                return true
            }
            try expect(keys, is: [1])
            try copy.close()
        }
        list.add(
            .metadata, "a destroyed store is gone, and destroying it again is no error", needs: [.durable],
            covers: [.storeError(.missing)]
        ) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, ItemModel.plain)
            let description = direct.description()
            try expect(try direct.type.exists(description), is: true)
            try direct.store.close()
            try direct.type.destroy(description)
            try direct.type.destroy(description)
            try expect(try direct.type.exists(description), is: false)
            try expect(
                try expectError(StoreError.self) { _ = try direct.type.metadata(description) }.code, is: .missing)
            let left = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
            try expect(left.filter { $0.contains("direct") }, is: [])
        }
        list.add(
            .metadata, "a closed store leaves no file of others behind, and opens from a folder that was moved",
            needs: [.durable]
        ) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.save(try direct.inserting([1: 10]))
            try direct.store.close()
            let moved = bench.folder.appendingPathComponent("moved")
            try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
            where name.contains("direct") {
                try FileManager.default.moveItem(
                    at: bench.folder.appendingPathComponent(name), to: moved.appendingPathComponent(name))
            }
            try direct.reopen { $0.url = moved.appendingPathComponent("direct.store") }
            try expect(try direct.numbers(), is: [1: 10])
        }
    }
}
