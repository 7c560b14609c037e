import Foundation
import PolystoreCore
import PolystoreStorage

/// Damaged files: cut short, in the way, or taken away (P7).
enum DamageCases {
    static func add(to list: inout CaseList) {
        addCut(to: &list)
        list.add(
            .errors, "a copy onto a store that is there is refused, and both stay as they were", needs: [.durable],
            covers: [.storeError(.permission)]
        ) { bench in
            try DurableStores.require(bench)
            let (first, second) = (
                try DirectStore(bench, ItemModel.plain, name: "first"),
                try DirectStore(bench, ItemModel.plain, name: "second")
            )
            try first.save(try first.inserting([1: 10]))
            try second.save(try second.inserting([2: 20]))
            try second.store.close()
            let error = try expectError(StoreError.self) {
                try first.type.copy(first.description(), second.description())
            }
            try expect(error.code, is: .permission)
            try second.reopen()
            try expect(try first.numbers(), is: [1: 10])
            try expect(try second.numbers(), is: [2: 20])
        }
        list.add(
            .errors, "large data that is kept beside the store and was taken away is missing, not wrong",
            covers: [.storeError(.rowMissing)]
        ) { bench in
            guard bench.factory.declares(.externalStorage) else { return }
            var photo = AttributeDescription.optional("photo", .binary)
            photo.allowsExternalStorage = true
            let container = try bench.open(.of(.named("Item", [.optional("number", .integer64), photo])))
            let context = bench.context(container)
            let data = Data(repeating: 0xAB, count: 2_000_000)
            let item = try context.add("Item", ["number": .integer(1), "photo": .data(data)])
            try context.save()
            let beside = try files(in: bench.folder).filter { try Data(contentsOf: $0) == data }
            try expect(beside.count, is: 1, "files with the data")
            for file in beside { try FileManager.default.removeItem(at: file) }
            let copy = try bench.context(container).own(item)
            let error = try expectError(StoreError.self) { _ = try copy.value(forKey: "photo") }
            try expect(error.code, is: .rowMissing)
            try expect(try bench.context(container).own(item).number(), is: 1)
        }
    }

    private static func addCut(to list: inout CaseList) {
        for part in [1, 2, 3] {
            list.add(
                .errors, "a store of whose files \(part) of 4 parts are left is damaged, and gives no wrong value",
                needs: [.durable], covers: [.storeError(.damaged)]
            ) { bench in
                try DurableStores.require(bench)
                let direct = try DirectStore(bench, ItemModel.plain)
                var changes = StoreChanges()
                let text = Value.string(String(repeating: "x", count: 200))
                changes.inserts = try (1...3_000).map {
                    try direct.row("Item", $0, ["number": .integer($0 * 10), "name": text])
                }
                try direct.save(changes)
                try direct.store.close()
                for url in try files(in: bench.folder) {
                    let file = try FileHandle(forUpdating: url)
                    try file.truncate(atOffset: try file.seekToEnd() / 4 * UInt64(part))
                    try file.close()
                }
                let error = try expectError(StoreError.self, "a cut store") {
                    let store = try direct.type.open(direct.opening)
                    defer {
                        // A damaged store may be in any state.
                        try? store.close()
                    }
                    let plan = store.plan(StoreQuery(entities: try direct.entity("Item").concreteFamily))
                    var wrong = 0
                    try store.snapshot().rows(plan) { batch in
                        for row in batch where row.value(for: PropertyKey("number")) != .integer(row.key * 10) {
                            wrong += 1
                        }
                        return true
                    }
                    try expect(wrong, is: 0, "wrong values")
                }
                try expect(error.code, is: .damaged)
            }
        }
    }

    private static func files(in folder: URL) throws -> [URL] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return names.map { folder.appendingPathComponent($0) }.filter { url in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
}
