import Foundation
import PolystoreChangeRecords
import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// The record of a save is enough to make the save anew: applied to stores as they were before, it leaves what the save
/// left, and applied again it changes nothing.
enum RedoCases {
    static func add(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        list.add(
            suite, "the record of a save\(placement.phrase), applied to what was there before, leaves what it left",
            needs: [.joins, .orderedRelationships]
        ) { bench in
            try runBeside(bench, placement)
        }
        list.add(
            suite,
            "the record of a save\(placement.phrase), applied to a copy of the files from before, leaves what the save left, once",
            needs: [.durable, .joins, .orderedRelationships]
        ) { bench in
            try DurableStores.require(bench)
            try runOnCopies(bench, placement)
        }
    }

    /// The same changes in two sets of stores: saved in one, recorded and applied in the other.
    private static func runBeside(_ bench: ConformanceFixture, _ placement: Placement) throws {
        let folder = try TemporaryFolder.make()
        // A folder that cannot be removed now is left to the operating system.
        defer { try? FileManager.default.removeItem(at: folder) }
        let groups = RecordedGraph.groups(bench, placement)
        let saved = try bench.open(RecordedGraph.model, split: groups)
        let redone = try bench.open(RecordedGraph.model, split: groups, in: folder)
        let (first, second) = (bench.context(saved), bench.context(redone))
        var (random, other) = (RandomSource(seed: 49), RandomSource(seed: 49))
        for round in 0..<12 {
            try RecordedGraph.change(first, &random)
            try first.save()
            try RecordedGraph.change(second, &other)
            let record = try second.pendingChanges().encoded
            second.reset()
            try redo(record, in: redone)
            try expect(try redone.coordinator.digest(), is: try saved.coordinator.digest(), "round \(round)")
        }
        try expect(try findings(redone), is: try findings(saved))
        try redone.close()
    }

    /// Images of the files before each save, brought up to what the save left.
    private static func runOnCopies(_ bench: ConformanceFixture, _ placement: Placement) throws {
        let groups = RecordedGraph.groups(bench, placement)
        let container = try bench.open(RecordedGraph.model, split: groups)
        var random = RandomSource(seed: 50)
        var steps: [Step] = []
        for _ in 0..<8 {
            let context = bench.context(container)
            try RecordedGraph.change(context, &random)
            let image = try FolderImage(of: bench.folder)
            var changes = try context.pendingChanges()
            try context.save()
            for store in container.coordinator.stores where changes[store.number] != nil {
                changes.commits[store.number] = try store.store.newestCommit()
            }
            steps.append(
                Step(
                    image: image, record: changes.encoded, digest: try container.coordinator.digest(),
                    findings: try findings(container), items: Set(try context.find("Item").map(\.objectID))))
        }
        try container.close()
        for (round, step) in steps.enumerated() {
            let copy = try bench.open(RecordedGraph.model, split: groups, in: step.image.folder)
            for time in ["first", "second"] {
                try redo(step.record, in: copy)
                try expect(try copy.coordinator.digest(), is: step.digest, "round \(round), the \(time) time")
            }
            try expect(try findings(copy), is: step.findings)
            let context = bench.context(copy)
            let new = try context.add("Item").objectID
            try expect(!step.items.contains(new), "the key \(new.key) was given again")
            try context.save()
            try copy.close()
        }
    }

    /// Applies a record to open stores, as far as they lack it.
    private static func redo(_ record: [UInt8], in container: PersistentContainer) throws {
        let coordinator = container.coordinator
        let read = try ChangeSet(
            decoding: record, as: coordinator.model, for: coordinator.stores.map(\.store))
        try expect(read.omissions, is: [])
        var missing: ChangeSet = [:]
        for store in coordinator.stores {
            if let changes = try read.missingChanges(of: store.store) { missing[store.number] = changes }
        }
        _ = try coordinator.save(missing)
    }

    /// What a check finds: links that lead nowhere are none of a save's business where a relationship has no inverse.
    private static func findings(_ container: PersistentContainer) throws -> Set<String> {
        var findings: Set<String> = []
        for store in container.coordinator.stores {
            _ = try store.store.snapshot().check { finding in
                findings.insert("\(finding.kind) \(finding.details[.property] ?? "") \(finding.details[.entity] ?? "")")
            }
        }
        return findings
    }

    private struct Step {
        let image: FolderImage
        let record: [UInt8]
        let digest: GraphDigest
        let findings: Set<String>
        let items: Set<ObjectID>
    }
}
