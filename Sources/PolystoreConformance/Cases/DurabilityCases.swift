import Foundation
import PolystoreCore
import PolystoreStorage

/// Recovery after a kill (P2, P3): all of what was committed, and nothing of what was not.
///
/// A kill is an image of the store's files at that moment, opened as the next process would. Power cuts, which may also
/// lose what was not synced, are for the tests of each backend.
enum DurabilityCases {
    static func add(to list: inout CaseList) {
        for durability in Durability.allCases {
            addCommitted(to: &list, durability)
            for stage in Stage.allCases { addUnfinished(to: &list, durability, stage) }
        }
        addContent(to: &list)
        addGraph(to: &list)
    }

    /// How far a transaction had come.
    private enum Stage: String, CaseIterable, Sendable {
        case begun, applied, prepared, rolledBack

        var phrase: String {
            switch self {
            case .begun: "after a transaction began"
            case .applied: "after changes were applied"
            case .prepared: "after a commit was prepared"
            case .rolledBack: "after a rollback"
            }
        }
    }

    private static func add(
        to list: inout CaseList, _ promise: String, needs: Set<ConformanceCapability> = [],
        _ body: @escaping @Sendable (ConformanceFixture) throws -> Void
    ) {
        list.add(.durability, promise, needs: needs.union([.durable])) { bench in
            try DurableStores.require(bench)
            try body(bench)
        }
    }

    /// Goes on with the store as a kill at this moment would leave it.
    private static func kill(_ direct: DirectStore, _ bench: ConformanceFixture) throws -> FolderImage {
        let image = try FolderImage(of: bench.folder)
        try direct.reopen { $0.url = image.folder.appendingPathComponent("direct.store") }
        return image
    }

    private static func expectHealthy(_ direct: DirectStore) throws {
        var findings: [StoreCheck.Finding] = []
        _ = try direct.store.snapshot().check { findings.append($0) }
        try expect(findings.isEmpty, "found \(findings)")
    }

    private static func addCommitted(to list: inout CaseList, _ durability: Durability) {
        add(to: &list, "after a kill, every save that returned is there (\(durability.rawValue))") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.save(try direct.inserting([1: 10, 2: 20, 3: 30]), durability: durability)
            try direct.save(try direct.updating(2, version: 2, 21), durability: durability)
            try direct.save(try direct.deleting(3, version: 1), durability: durability)
            let commit = try direct.store.newestCommit()
            let image = try kill(direct, bench)
            try withExtendedLifetime(image) {
                try expect(try direct.numbers(), is: [1: 10, 2: 21])
                try expect(try direct.versions([1, 2, 3]), is: [1: 1, 2: 2])
                try expect(try direct.store.newestCommit(), is: commit)
                try expectHealthy(direct)
                try direct.save(try direct.inserting([4: 40]), durability: durability)
                try expect(try direct.numbers(), is: [1: 10, 2: 21, 4: 40])
            }
        }
        add(to: &list, "at each of fifty kills exactly the saves until then are there (\(durability.rawValue))") {
            bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            var images: [(count: Int64, FolderImage)] = []
            for number in 1...50 as ClosedRange<Int64> {
                try direct.save(try direct.inserting([number: number]), durability: durability)
                if number % 5 == 0 { images.append((number, try FolderImage(of: bench.folder))) }
            }
            for (count, image) in images {
                try direct.reopen { $0.url = image.folder.appendingPathComponent("direct.store") }
                try expect(Set(try direct.numbers().keys), is: Set(1...count))
                try direct.store.close()
            }
        }
    }

    private static func addUnfinished(to list: inout CaseList, _ durability: Durability, _ stage: Stage) {
        for rows in [2, 5_000] as [Int64] where rows == 2 || stage == .prepared || stage == .applied {
            let size = rows == 2 ? "" : " of \(rows) rows"
            add(
                to: &list,
                "after a kill \(stage.phrase)\(size), the store is as before the transaction (\(durability.rawValue))"
            ) { bench in
                let direct = try DirectStore(bench, ItemModel.plain)
                try direct.save(try direct.inserting([1: 10, 2: 20]), durability: durability)
                let commit = try direct.store.newestCommit()
                try direct.store.begin(durability)
                if stage != .begun {
                    var changes = StoreChanges()
                    let text = Value.string(String(repeating: "x", count: 500))
                    changes.inserts = try (3..<(3 + rows)).map {
                        try direct.row("Item", $0, ["number": .integer($0), "name": text])
                    }
                    try direct.store.apply(changes)
                    try direct.store.apply(try direct.updating(1, version: 2, 11))
                    try direct.store.apply(try direct.deleting(2, version: 1))
                    if stage != .applied { try direct.store.prepare() }
                    if stage == .rolledBack { direct.store.rollback() }
                }
                let image = try FolderImage(of: bench.folder)
                if stage != .rolledBack { direct.store.rollback() }
                try direct.reopen { $0.url = image.folder.appendingPathComponent("direct.store") }
                try expect(try direct.numbers(), is: [1: 10, 2: 20])
                try expect(try direct.versions([1, 2, 3]), is: [1: 1, 2: 1])
                try expect(try direct.store.newestCommit(), is: commit)
                try expectHealthy(direct)
                try direct.store.close()
            }
        }
    }

    private static func addContent(to list: inout CaseList) {
        add(to: &list, "keys that were reserved before a kill are not given again, used or not") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            let root = try direct.root("Item")
            let keys = try direct.store.reserveKeys(root, count: 100)
            let image = try kill(direct, bench)
            try withExtendedLifetime(image) {
                try expect(try direct.store.reserveKeys(root, count: 1).lowerBound >= keys.upperBound)
            }
        }
        add(to: &list, "free entries of the metadata survive a kill, those of an unfinished transaction do not") {
            bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            var changes = StoreChanges()
            changes.metadata = ["a": "1"]
            try direct.save(changes)
            try direct.store.begin(.full)
            changes.metadata = ["a": "2", "b": "2"]
            try direct.store.apply(changes)
            let image = try FolderImage(of: bench.folder)
            direct.store.rollback()
            try direct.reopen { $0.url = image.folder.appendingPathComponent("direct.store") }
            try expect(try direct.store.metadata.user, is: ["a": "1"])
            try direct.store.close()
        }
        add(to: &list, "a store is killed, killed again as soon as it was opened, and again after the next save") {
            bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.save(try direct.inserting([1: 10]))
            var images: [FolderImage] = []
            for key in 2...6 as ClosedRange<Int64> {
                let image = try FolderImage(of: images.last?.folder ?? bench.folder)
                images.append(image)
                try direct.reopen { $0.url = image.folder.appendingPathComponent("direct.store") }
                if key % 2 == 0 { try direct.save(try direct.inserting([key: key * 10])) }
            }
            try expect(try direct.numbers(), is: [1: 10, 2: 20, 4: 40, 6: 60])
            try expectHealthy(direct)
            try direct.store.close()
        }
        for size in [1_000, 4_097, 100_000, 3_000_000] {
            add(to: &list, "\(size) bytes of data are whole after a kill, and the old ones before the save") { bench in
                var photo = AttributeDescription.optional("photo", .binary)
                photo.allowsExternalStorage = true
                let model = ModelDescription.of(.named("Item", [.optional("number", .integer64), photo]))
                let container = try bench.open(model)
                let context = bench.context(container)
                let (old, new) = (Data(repeating: 1, count: size), Data(repeating: 2, count: size))
                let item = try context.add("Item", ["photo": .data(old)])
                try context.save()
                let before = try FolderImage(of: bench.folder)
                try item.setValue(.data(new), forKey: "photo")
                try context.save()
                let after = try FolderImage(of: bench.folder)
                try container.close()
                for (image, data) in [(before, old), (after, new)] {
                    let reopened = try bench.open(model, split: nil, in: image.folder)
                    let found = try require(try bench.context(reopened).find("Item").first)
                    try expect(try found.value(forKey: "photo") == .data(data), "the data differs")
                    try reopened.close()
                }
            }
        }
    }

    private static func addGraph(to list: inout CaseList) {
        for shape in RelationshipShape.allCases {
            add(to: &list, "\(shape.phrase): both sides agree after a kill", needs: shape.needs) { bench in
                guard let opened = try shape.open(bench, .together) else { return }
                let context = opened.context()
                let objects = try opened.objects(context)
                var oracle = PairOracle(shape)
                for (left, right) in [(0, 1), (0, 0), (1, 2)] {
                    try opened.link(objects.left[left], "others", objects.right[right])
                    oracle.link(left, right)
                    try context.save()
                }
                try opened.link(objects.left[2], "others", objects.right[0])
                let image = try FolderImage(of: bench.folder)
                try opened.container.close()
                var killed = opened
                killed.container = try bench.open(opened.model, split: nil, in: image.folder)
                let reader = killed.context()
                func found(_ entity: String, _ start: String) throws -> [ManagedObject] {
                    try reader.find(entity, .compare("name", .beginsWith, .string(start)), by: [SortKey(["name"])])
                }
                try oracle.check(killed, try found("Left", "L"), try found(shape.right, "R"), "after a kill")
                try killed.container.close()
            }
        }
        add(to: &list, "an object has the same ID after a kill, and new ones have others (P8)") { bench in
            let model = ModelDescription.of(.named("Item", [.optional("number", .integer64)]))
            let container = try bench.open(model)
            let context = bench.context(container)
            let item = try context.add("Item", ["number": .integer(7)])
            try context.save()
            let unsaved = try context.add("Item")
            let uri = try require(container.coordinator.uri(for: item.objectID))
            let image = try FolderImage(of: bench.folder)
            try container.close()
            let killed = try bench.open(model, split: nil, in: image.folder)
            let reader = bench.context(killed)
            let found = try reader.existingObject(with: try require(killed.coordinator.objectID(for: uri)))
            try expect(try found.number(), is: 7)
            let new = try reader.add("Item")
            try expect(![item.objectID.key, unsaved.objectID.key].contains(new.objectID.key), "a key was given again")
            try killed.close()
        }
    }
}
