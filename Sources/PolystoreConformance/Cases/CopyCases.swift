import Foundation
import PolystoreCore
import PolystoreStorage

/// Copies of snapshots.
enum CopyCases {
    static func add(to list: inout CaseList) {
        list.add(
            .metadata, "a copy of a snapshot holds what the snapshot shows, whatever is saved meanwhile",
            needs: [.durable], copy)
        list.add(
            .metadata, "a copy of a snapshot goes to a place where nothing is, and is whole or not there",
            needs: [.durable], refuse)
        list.add(
            .metadata, "a copy of a snapshot holds large data that is replaced meanwhile", needs: [.durable], copyData)
        list.add(.metadata, "a snapshot of a store that lies nowhere is not copied") { bench in
            guard !bench.isDurable else { return }
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.save(try direct.inserting([1: 10]))
            let snapshot = try direct.store.snapshotForCopying()
            var target = direct.description()
            target.url = bench.folder.appending(path: "copy.store")
            let error = try expectError(StoreError.self) { try snapshot.copy(to: target) }
            try expect(error.code, is: .unsupported)
            try expect(try direct.numbers(snapshot), is: [1: 10])
        }
    }

    private static func copy(_ bench: ConformanceFixture) throws {
        try DurableStores.require(bench)
        let direct = try DirectStore(bench, ItemModel.plain)
        var (changes, mark) = (try direct.inserting([1: 10, 2: 20, 3: 30]), JointMark(number: 7))
        mark.commits = [direct.store.identifier: 1]
        changes.joint = mark
        changes.domain = .set(CommitDomain(log: UUID(), isOpen: false))
        changes.metadata = ["kept": "yes"]
        try direct.save(changes)
        try direct.save(try direct.updating(1, version: 2, 11), try direct.deleting(3, version: 1))
        let snapshot = try direct.store.snapshotForCopying()
        let metadata = try direct.store.metadata
        try direct.save(try direct.inserting([4: 40]), try direct.updating(1, version: 3, 12))
        let target = direct.description(at: bench.folder.appending(path: "copies/copy.store"))
        try snapshot.copy(to: target)
        try direct.save(try direct.deleting(2, version: 1))
        let copied = try direct.type.metadata(target)
        try expect(copied.identifier, is: metadata.identifier)
        try expect(copied.watermark, is: 2)
        try expect(copied.joint, is: mark)
        try expect(copied.domain, is: nil)
        try expect(copied.user, is: ["kept": "yes"])
        try expect(copied.model, is: metadata.model)
        let expected: [Int64: Int64] = [1: 11, 2: 20]
        try expect(try direct.numbers(snapshot), is: expected)
        try direct.reopen { $0.url = target.url }
        try expect(try direct.numbers(), is: expected)
        try expect(try direct.store.newestCommit(), is: 2)
        var findings = 0
        _ = try direct.store.snapshot().check { _ in findings += 1 }
        try expect(findings, is: 0)
        // A copy is a store like any other.
        try expect(try direct.save(try direct.inserting([5: 50])), is: 3)
        try expect(try direct.numbers(), is: [1: 11, 2: 20, 5: 50])
    }

    private static func refuse(_ bench: ConformanceFixture) throws {
        try DurableStores.require(bench)
        let direct = try DirectStore(bench, ItemModel.plain)
        try direct.save(try direct.inserting([1: 10]))
        let snapshot = try direct.store.snapshotForCopying()
        let error = try expectError(StoreError.self) { try snapshot.copy(to: direct.description()) }
        try expect(error.code, is: .permission)
        try expect(try direct.numbers(), is: [1: 10])
        let target = direct.description(at: bench.folder.appending(path: "again.store"))
        try snapshot.copy(to: target)
        try expect(try expectError(StoreError.self) { try snapshot.copy(to: target) }.code, is: .permission)
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) }
        try expect(try names().filter { $0.contains(".new-") }, is: [])
        try direct.type.destroy(target)
        try expect(try names().filter { $0.hasPrefix("again") }, is: [])
    }

    /// Data in rows, out of rows, and, where the store has them, in files of their own.
    private static func copyData(_ bench: ConformanceFixture) throws {
        try DurableStores.require(bench)
        var photo = AttributeDescription.optional("photo", .binary)
        photo.allowsExternalStorage = true
        let model = ModelDescription.of(.named("Item", [.optional("number", .integer64), photo]))
        let sizes = [10, 5_000, 120_000, 2_000_000]
        let container = try bench.open(model)
        func fill(_ byte: UInt8) throws {
            let context = bench.context(container)
            for item in try context.find("Item") { context.delete(item) }
            for size in sizes {
                try context.add(
                    "Item", ["number": .integer(Int64(size)), "photo": .data(Data(repeating: byte, count: size))])
            }
            try context.save()
        }
        try fill(1)
        let store = container.coordinator.stores[0]
        let snapshot = try store.store.snapshotForCopying()
        try fill(2)
        var target = store.description
        target.url = bench.folder.appending(path: "copies/copy.store")
        try snapshot.copy(to: target)
        try fill(3)
        try container.close()
        let copy = try bench.open(model, [target])
        let items = try bench.context(copy).find("Item")
        try expect(Set(try items.map { try $0.number() }), is: Set(sizes))
        for item in items {
            try expect(
                try item.value(forKey: "photo") == .data(Data(repeating: 1, count: try item.number())),
                "the data differs")
        }
        var findings: [String] = []
        _ = try copy.coordinator.check { _, finding in findings.append("\(finding)") }
        try expect(findings, is: [])
    }
}
