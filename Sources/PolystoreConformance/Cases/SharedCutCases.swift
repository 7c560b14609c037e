import Foundation
import PolystoreCore
import PolystoreStorage

/// What a process that only reads several stores sees of the saves of the process that writes them (P4): each is in all of
/// its stores, or in none.
enum SharedCutCases {
    static func add(to list: inout CaseList) {
        list.add(
            .multiStore, "half of a save over several stores is never read, and an error names the stores instead",
            needs: [.durable, .sharedReading]
        ) { bench in
            try DurableStores.require(bench)
            try readHalves(bench)
        }
        list.add(
            .multiStore, "stores that are open for reading keep the mark of the last save over several of them",
            needs: [.durable, .sharedReading]
        ) { bench in
            try DurableStores.require(bench)
            try readMarks(bench)
        }
    }

    private static let model = ModelDescription.of(
        .named("Item", [.optional("number", .integer64)]), .named("Part", parent: "Item"))
    private static let groups = [["Item"], ["Part"]]

    /// A save over both stores, or of one of them alone.
    private static func save(_ bench: ConformanceFixture, _ container: PersistentContainer, _ entities: [String]) throws
    {
        let context = bench.context(container)
        for entity in entities { try context.add(entity, ["number": .integer(1)]) }
        try context.save()
    }

    private static func readers(_ bench: ConformanceFixture) throws -> PersistentContainer {
        let stores = groups.indices.map { index in
            var store = bench.description("store\(index)", at: index, entities: groups[index])
            store.access = .readOnly
            store.lockTimeout = .milliseconds(20)
            return store
        }
        return try bench.open(model, stores)
    }

    /// The numbers of objects of each store in one answer of both.
    private static func counts(_ bench: ConformanceFixture, _ container: PersistentContainer) throws -> [Int] {
        let found = try bench.context(container).find("Item")
        return ["Item", "Part"].map { name in found.count { $0.entity.name == name } }
    }

    /// Puts the files of one store as they were in an image.
    private static func putBack(_ image: FolderImage, _ store: String, in folder: URL) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(store) {
            try files.removeItem(at: folder.appending(path: name))
        }
        for name in try files.contentsOfDirectory(atPath: image.folder.path) where name.hasPrefix(store) {
            // Only the log could tell that a store was put back alone.
            if name.hasSuffix("commit.log") { continue }
            try files.copyItem(at: image.folder.appending(path: name), to: folder.appending(path: name))
        }
    }

    private static func readHalves(_ bench: ConformanceFixture) throws {
        var images: [FolderImage] = []
        for entities in [["Item", "Part"], ["Item", "Part"], ["Part"], ["Item"]] {
            let container = try bench.open(model, split: groups)
            try save(bench, container, entities)
            try container.close()
            images.append(try FolderImage(of: bench.folder))
        }
        /// What is read of the stores as they were after some saves; nil when no common moment is found.
        func read(_ first: Int, _ second: Int, _ name: String, isolated: Bool = false) throws -> [Int]? {
            try putBack(images[first], "store0", in: bench.folder)
            try putBack(images[second], "store1", in: bench.folder)
            if isolated { try leaveDomain(bench, 1) }
            let container = try readers(bench)
            defer {
                // The error of what was read is the one to report.
                try? container.close()
            }
            do {
                return try counts(bench, container)
            } catch {
                var cause: (any Error)? = error
                while let outer = cause, !(outer is StoreError) { cause = (outer as? any StructuredError)?.cause }
                let found = try require(cause as? StoreError, "\(error)")
                try expect(found.code, is: .timeout, name)
                try expect(found.details[.store], is: "store0, store1", name)
                return nil
            }
        }
        try expect(try read(1, 1, "the second save in both stores"), is: [2, 2])
        try expect(try read(1, 0, "the second save in the first store only"), is: nil)
        try expect(try read(0, 1, "the second save in the second store only"), is: nil)
        try expect(try read(1, 2, "a later save of the second store alone"), is: [2, 3])
        try expect(try read(3, 1, "a later save of the first store alone"), is: [3, 2])
        try expect(try read(3, 0, "a later save of a store whose save before lacks its other half"), is: nil)
        try expect(try read(1, 0, "a store that has left the domain of the other", isolated: true), is: [2, 1])
    }

    /// Takes a store out of its commit domain.
    private static func leaveDomain(_ bench: ConformanceFixture, _ index: Int) throws {
        let container = try bench.open(model, split: groups)
        var changes = StoreChanges()
        changes.domain = .clear
        _ = try container.coordinator.stores[index].writer.save(changes)
        try container.close()
    }

    private static func readMarks(_ bench: ConformanceFixture) throws {
        var container = try bench.open(model, split: groups)
        try save(bench, container, ["Part"])
        try save(bench, container, ["Item", "Part"])
        let stores = container.coordinator.stores
        var commits: [UUID: CommitNumber] = [:]
        for store in stores { commits[store.identifier] = try store.store.newestCommit() }
        for store in stores { try expect(try store.metadata.joint?.commits, is: commits) }
        try save(bench, container, ["Item"])
        try container.close()
        container = try readers(bench)
        for store in container.coordinator.stores {
            let mark = try require(try store.store.snapshot().joint(), "no mark in '\(store.name)'")
            try expect(mark.commits, is: commits)
            try expect(try store.metadata.joint, is: mark)
            try expect(mark.number > 0, "a number")
        }
    }
}
