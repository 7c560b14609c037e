import Foundation
import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// Copies and backups of several stores, which are of one moment, and what comes of them.
enum BackupCases {
    static func add(to list: inout CaseList) {
        add(
            to: &list, "a backup of several stores comes back as they were, in the place of what was saved since",
            bringBack)
        add(to: &list, "copies of several stores open by themselves, and join a log of their own", copy)
        add(
            to: &list, "one store of a backup that is put back alone is refused beside the log of the others",
            putBackAlone)
        add(to: &list, "copies that cannot all be made are not there", refuse)
    }

    private static func add(
        to list: inout CaseList, _ promise: String, _ body: @escaping @Sendable (ConformanceFixture) throws -> Void
    ) {
        list.add(.multiStore, promise, needs: [.durable, .joins, .orderedRelationships]) { bench in
            try DurableStores.require(bench)
            try body(bench)
        }
    }

    /// Opens the stores in a folder, and makes saves.
    private static func open(
        _ bench: ConformanceFixture, in folder: URL? = nil, saves: Int = 0, seed: UInt64 = 71
    ) throws -> PersistentContainer {
        let container = try bench.open(
            RecordedGraph.model, split: RecordedGraph.groups(bench, .apart), in: folder ?? bench.folder)
        var random = RandomSource(seed: seed)
        for _ in 0..<saves {
            let context = bench.context(container)
            try RecordedGraph.change(context, &random)
            try context.save()
        }
        return container
    }

    /// The descriptions of the container's stores, at places in another folder.
    private static func places(_ container: PersistentContainer, in folder: URL) -> [PersistentStoreDescription] {
        container.coordinator.stores.map { store in
            var place = store.description
            place.url = folder.appending(path: "\(store.name).store")
            return place
        }
    }

    private static func expectSound(_ container: PersistentContainer) throws {
        var findings: [String] = []
        _ = try container.coordinator.check { store, finding in
            // Links that lead nowhere are none of a copy's business where a relationship has no inverse.
            if finding.kind != .danglingReference { findings.append("\(store.name): \(finding)") }
        }
        try expect(findings, is: [])
    }

    private static func bringBack(_ bench: ConformanceFixture) throws {
        var container = try open(bench, saves: 4)
        let digest = try container.coordinator.digest()
        let backup = bench.folder.appending(path: "backups/monday")
        let manifest = try container.backup(to: backup)
        try expect(manifest.stores.map(\.name), is: container.coordinator.stores.map(\.name))
        try expect(try BackupManifest(of: backup), is: manifest)
        for (entry, store) in zip(manifest.stores, container.coordinator.stores) {
            try expect(entry.commit, is: try store.metadata.watermark)
        }
        let places = places(container, in: bench.folder)
        let types = bench.factory.storeTypes
        let inUse = try expectError(CoordinatorError.self) {
            try PersistentContainer.restore(from: backup, to: places, storeTypes: types, replaces: true)
        }
        try expect((inUse.cause as? StoreError)?.code, is: .alreadyOpen)
        try container.close()
        container = try open(bench, saves: 3, seed: 72)
        let later = try container.coordinator.digest()
        try expect(later != digest, "nothing was saved")
        try container.close()
        let present = try expectError(CoordinatorError.self) {
            try PersistentContainer.restore(from: backup, to: places, storeTypes: types)
        }
        try expect(present.code, is: .storeExists)
        container = try open(bench)
        try expect(try container.coordinator.digest(), is: later)
        try container.close()
        try PersistentContainer.restore(from: backup, to: places, storeTypes: types, replaces: true)
        container = try open(bench)
        try expect(try container.coordinator.digest(), is: digest)
        try expectSound(container)
        try container.close()
        container = try open(bench, saves: 2, seed: 73)
        let last = try container.coordinator.digest()
        try container.close()
        container = try open(bench)
        try expect(try container.coordinator.digest(), is: last)
        try expectSound(container)
    }

    private static func copy(_ bench: ConformanceFixture) throws {
        let container = try open(bench, saves: 4)
        for store in container.coordinator.stores {
            try expect(try store.metadata.domain != nil, "'\(store.name)' belongs to no log")
        }
        let digest = try container.coordinator.digest()
        let folder = bench.folder.appending(path: "copies")
        try container.copy(to: places(container, in: folder))
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        try expect(files.filter { $0.contains("commit.log") || $0.contains(".new-") || $0.hasSuffix("-lock") }, is: [])
        try container.close()
        var copies = try open(bench, in: folder)
        for store in copies.coordinator.stores { try expect(try store.metadata.domain, is: nil) }
        try expect(try copies.coordinator.digest(), is: digest)
        try expectSound(copies)
        try copies.close()
        copies = try open(bench, in: folder, saves: 2, seed: 74)
        let later = try copies.coordinator.digest()
        let domains = Set(try copies.coordinator.stores.map { try $0.metadata.domain?.log })
        try expect(domains.count == 1 && domains.first != .some(nil), "\(domains)")
        try copies.close()
        copies = try open(bench, in: folder)
        try expect(try copies.coordinator.digest(), is: later)
        try copies.close()
        try expect(try open(bench).coordinator.digest(), is: digest)
    }

    private static func putBackAlone(_ bench: ConformanceFixture) throws {
        for position in 0..<2 {
            let folder = bench.folder.appending(path: "\(position)")
            var container = try open(bench, in: folder, saves: 3)
            let backup = folder.appending(path: "backup")
            let manifest = try container.backup(to: backup)
            let digest = try container.coordinator.digest()
            let places = places(container, in: folder)
            try container.close()
            container = try open(bench, in: folder, saves: 2, seed: 75)
            try container.close()
            let types = bench.factory.storeTypes
            let type = try require(types.first { $0.name == places[position].type })
            var copy = places[position]
            copy.url = backup.appending(path: manifest.stores[position].file)
            try type.destroy(places[position])
            try type.copy(copy, places[position])
            let error = try expectError(CoordinatorError.self) { _ = try open(bench, in: folder) }
            try expect(error.code, is: .outOfStep)
            try expect(error.details[.store], is: places[position].name)
            try PersistentContainer.restore(from: backup, to: places, storeTypes: types, replaces: true)
            container = try open(bench, in: folder)
            try expect(try container.coordinator.digest(), is: digest)
            try container.close()
        }
    }

    private static func refuse(_ bench: ConformanceFixture) throws {
        let container = try open(bench, saves: 2)
        let digest = try container.coordinator.digest()
        let folder = bench.folder.appending(path: "copies")
        func expectNone() throws {
            // A folder that is not there has none.
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            try expect(files, is: [])
        }
        let good = places(container, in: folder)
        // The place of the last is taken by a store that is open.
        var taken = good
        taken[taken.count - 1].url = container.coordinator.stores[taken.count - 1].description.url
        let error = try expectError(CoordinatorError.self) { try container.copy(to: taken) }
        try expect((error.cause as? StoreError)?.code, is: .permission)
        try expectNone()
        var unknown = good
        unknown[0].name = "nobody"
        try expect(try expectError(CoordinatorError.self) { try container.copy(to: unknown) }.code, is: .unknownStore)
        let twice = try expectError(CoordinatorError.self) { try container.copy(to: good + [good[0]]) }
        try expect(twice.code, is: .duplicateName)
        var foreign = good
        foreign[0].type = "foreign"
        let other = try expectError(CoordinatorError.self) { try container.copy(to: foreign) }
        try expect(other.code, is: .invalidDescription)
        try expectNone()
        // Interrupted before the last of them.
        struct Interrupted: Error {}
        var count = 0
        _ = try expectError(Interrupted.self) {
            try container.backup(to: folder.appending(path: "backup")) { _ in
                count += 1
                if count == good.count { throw Interrupted() }
            }
        }
        try expectNone()
        try container.backup(to: folder.appending(path: "backup"))
        let again = try expectError(CoordinatorError.self) {
            try container.backup(to: folder.appending(path: "backup"))
        }
        try expect(again.code, is: .backupExists)
        try expect(try FileManager.default.contentsOfDirectory(atPath: folder.path), is: ["backup"])
        try expect(try container.coordinator.digest(), is: digest)
    }
}
