import Foundation
import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// What a kill leaves of saves over several stores (P2): all of a save in every store, or nothing of it.
enum JointCrashCases {
    static func add(to list: inout CaseList) {
        add(to: &list, "a save that a kill interrupts at any step is made in all stores, or in none", atEachStep)
        add(to: &list, "a store that a kill keeps from joining the log opens, and joins later", joining)
        add(to: &list, "a store that is an older copy of itself is refused beside the log, with its numbers", olderCopy)
        add(to: &list, "a log that is an older copy of itself is refused beside its stores", olderLog)
        add(to: &list, "stores that were not closed open with their log only, others without", withoutLog)
        add(to: &list, "saves from many threads share commits, and each is made once", manyThreads)
    }

    private static func add(
        to list: inout CaseList, _ promise: String, _ body: @escaping @Sendable (ConformanceFixture) throws -> Void
    ) {
        list.add(.multiStore, promise, needs: [.durable, .joins, .orderedRelationships]) { bench in
            try DurableStores.require(bench)
            try body(bench)
        }
    }

    /// A state of the files, and what they must hold when they are opened.
    private struct Moment {
        let name: String
        let image: FolderImage
        /// The saves that may have been made by then.
        let digests: Set<GraphDigest>
        /// The marks that the stores may have by then.
        let marks: Set<[JointMark?]>
    }

    private static func marks(_ container: PersistentContainer) throws -> [JointMark?] {
        try container.coordinator.stores.map { try $0.metadata.joint }
    }

    private static func atEachStep(_ bench: ConformanceFixture) throws {
        let groups = RecordedGraph.groups(bench, .apart)
        let container = try bench.open(RecordedGraph.model, split: groups)
        let coordinator = container.coordinator
        var random = RandomSource(seed: 51)
        var moments: [Moment] = []
        var before = (digest: try coordinator.digest(), marks: try marks(container))
        for round in 0..<6 {
            let images = Locked<[(step: JointStep, image: Result<FolderImage, any Error>)]>([])
            let folder = bench.folder
            coordinator.observeJointCommits { step in
                images.withLock { $0.append((step, Result { try FolderImage(of: folder) })) }
            }
            let context = bench.context(container)
            try RecordedGraph.change(context, &random)
            try context.save()
            coordinator.observeJointCommits(nil)
            let after = (digest: try coordinator.digest(), marks: try marks(container))
            for (step, image) in images.withLock({ $0 }) {
                let states =
                    switch step {
                    case .prepared, .announced: [before]
                    // Of what is written and not on the disk for certain, a kill leaves all.
                    case .appended: [before, after]
                    case .decided, .committed: [after]
                    }
                moments.append(
                    Moment(
                        name: "round \(round), \(step)", image: try image.get(), digests: Set(states.map { $0.digest }),
                        marks: Set(states.map { $0.marks })))
            }
            before = after
        }
        try expect(moments.count >= 12, "there were \(moments.count) moments")
        try container.close()
        for moment in moments {
            for time in ["first", "second"] {
                let opened = try bench.open(RecordedGraph.model, split: groups, in: moment.image.folder)
                let digest = try opened.coordinator.digest()
                try expect(moment.digests.contains(digest), "\(moment.name), opened the \(time) time")
                try expect(moment.marks.contains(try marks(opened)), "\(moment.name): the marks of the save")
                try expect(try findings(opened), is: [])
                try opened.close()
            }
            let opened = try bench.open(RecordedGraph.model, split: groups, in: moment.image.folder)
            let context = bench.context(opened)
            try RecordedGraph.change(context, &random)
            try context.save()
            let digest = try opened.coordinator.digest()
            try opened.close()
            let again = try bench.open(RecordedGraph.model, split: groups, in: moment.image.folder)
            try expect(try again.coordinator.digest(), is: digest, moment.name)
            try again.close()
        }
    }

    /// Saves over all stores so many times.
    private static func save(_ bench: ConformanceFixture, _ container: PersistentContainer, _ count: Int) throws {
        let context = bench.context(container)
        for number in 0..<count {
            try context.add("Item", ["stringValue": .string("\(number)")])
            try context.add("Part", ["number": .integer(Int64(number))])
            try context.save()
        }
    }

    /// The names of a store's files, and of the log.
    private static func files(_ prefix: String, in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(prefix) }
    }

    /// Puts the files with a prefix, and those only, back as they were in an image.
    private static func putBack(
        _ image: FolderImage, in folder: URL, where belongs: (String) -> Bool
    ) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where belongs(name) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: image.folder.path) where belongs(name) {
            try FileManager.default.copyItem(
                at: image.folder.appending(path: name), to: folder.appending(path: name))
        }
    }

    private static func isLog(_ name: String) -> Bool { name.hasSuffix("commit.log") }

    private static func joining(_ bench: ConformanceFixture) throws {
        let groups = RecordedGraph.groups(bench, .apart)
        try bench.open(RecordedGraph.model, split: groups).close()
        try join(bench, groups)
        // Stores that come from another log, with numbers that the new one has not given out.
        let container = try bench.open(RecordedGraph.model, split: groups)
        for store in container.coordinator.stores { try container.coordinator.detachStore(named: store.name) }
        try container.close()
        for name in try files("", in: bench.folder) where isLog(name) {
            try FileManager.default.removeItem(at: bench.folder.appending(path: name))
        }
        try join(bench, groups)
    }

    /// Kills stores, which belong to no log, while they join one.
    private static func join(_ bench: ConformanceFixture, _ groups: [[String]]?) throws {
        let before = try FolderImage(of: bench.folder)
        let container = try bench.open(RecordedGraph.model, split: groups)
        let digest = try container.coordinator.digest()
        let images = Locked<[Result<FolderImage, any Error>]>([])
        let folder = bench.folder
        container.coordinator.observeJointCommits { step in
            if step == .prepared { images.withLock { $0.append(Result { try FolderImage(of: folder) }) } }
        }
        try save(bench, container, 1)
        try container.close()
        // Both have joined, and nothing is decided; then one of them is as it was before it joined.
        let joined = try require(images.withLock { $0.first }, "no step was seen").get()
        try putBack(joined, in: bench.folder) { _ in true }
        let both = try bench.open(RecordedGraph.model, split: groups)
        try expect(try both.coordinator.digest(), is: digest)
        try both.close()
        for position in 0..<2 {
            try putBack(joined, in: bench.folder) { _ in true }
            try putBack(before, in: bench.folder) { $0.hasPrefix("store\(position)") && !isLog($0) }
            var opened = try bench.open(RecordedGraph.model, split: groups)
            try expect(try opened.coordinator.digest(), is: digest)
            try save(bench, opened, 2)
            let saved = try opened.coordinator.digest()
            let killed = try FolderImage(of: bench.folder)
            try opened.close()
            for place in [bench.folder, killed.folder] {
                opened = try bench.open(RecordedGraph.model, split: groups, in: place)
                try expect(try opened.coordinator.digest(), is: saved)
                try opened.close()
            }
        }
    }

    private static func olderCopy(_ bench: ConformanceFixture) throws {
        let groups = RecordedGraph.groups(bench, .apart)
        for position in 0..<2 {
            let folder = try TemporaryFolder.make()
            // A folder that cannot be removed now is left to the operating system.
            defer { try? FileManager.default.removeItem(at: folder) }
            var container = try bench.open(RecordedGraph.model, split: groups, in: folder)
            try save(bench, container, 2)
            try container.close()
            let old = try FolderImage(of: folder)
            container = try bench.open(RecordedGraph.model, split: groups, in: folder)
            try save(bench, container, 3)
            try container.close()
            let new = try FolderImage(of: folder)
            let store = "store\(position)"
            try putBack(old, in: folder) { $0.hasPrefix(store) && !isLog($0) }
            let error = try expectError(CoordinatorError.self) {
                _ = try bench.open(RecordedGraph.model, split: groups, in: folder)
            }
            try expect(error.code, is: .outOfStep)
            try expect(error.details[.store], is: store)
            try expect(error.details[.found] != nil && error.details[.expected] != nil, "\(error)")
            try putBack(new, in: folder) { $0.hasPrefix(store) && !isLog($0) }
            container = try bench.open(RecordedGraph.model, split: groups, in: folder)
            try save(bench, container, 1)
            // The log has a later save of the store, and not the one of that store alone before it.
            let before = try FolderImage(of: folder)
            let context = bench.context(container)
            try context.add(groups?[position].first ?? "Item")
            try context.save()
            try save(bench, container, 1)
            let killed = try FolderImage(of: folder)
            try container.close()
            try putBack(killed, in: folder) { _ in true }
            try putBack(before, in: folder) { $0.hasPrefix(store) && !isLog($0) }
            let gap = try expectError(CoordinatorError.self) {
                _ = try bench.open(RecordedGraph.model, split: groups, in: folder)
            }
            try expect(gap.code, is: .outOfStep)
            try expect(gap.details[.store], is: store)
        }
    }

    private static func olderLog(_ bench: ConformanceFixture) throws {
        let groups = RecordedGraph.groups(bench, .apart)
        let container = try bench.open(RecordedGraph.model, split: groups)
        try save(bench, container, 2)
        let old = try FolderImage(of: bench.folder)
        try save(bench, container, 2)
        let new = try FolderImage(of: bench.folder)
        try container.close()
        try putBack(new, in: bench.folder) { !isLog($0) }
        try putBack(old, in: bench.folder, where: isLog)
        let error = try expectError(CoordinatorError.self) {
            _ = try bench.open(RecordedGraph.model, split: groups)
        }
        try expect(error.code, is: .outOfStep)
        try putBack(new, in: bench.folder, where: isLog)
        try save(bench, try bench.open(RecordedGraph.model, split: groups), 1)
    }

    private static func withoutLog(_ bench: ConformanceFixture) throws {
        let groups = RecordedGraph.groups(bench, .apart)
        let container = try bench.open(RecordedGraph.model, split: groups)
        try save(bench, container, 2)
        let digest = try container.coordinator.digest()
        let unclean = try FolderImage(of: bench.folder)
        try container.close()
        let clean = try FolderImage(of: bench.folder)
        for image in [unclean, clean] {
            try putBack(image, in: bench.folder) { _ in true }
            for name in try files("", in: bench.folder) where isLog(name) {
                try FileManager.default.removeItem(at: bench.folder.appending(path: name))
            }
            guard image === clean else {
                let error = try expectError(CoordinatorError.self) {
                    _ = try bench.open(RecordedGraph.model, split: groups)
                }
                try expect(error.code, is: .commitLogMissing)
                try otherLog(bench, groups)
                continue
            }
            let opened = try bench.open(RecordedGraph.model, split: groups)
            try expect(try opened.coordinator.digest(), is: digest)
            try save(bench, opened, 2)
            try opened.close()
            try save(bench, try bench.open(RecordedGraph.model, split: groups), 1)
        }
    }

    /// Puts the log of other stores in the place of the one that is gone: it is not taken for it.
    private static func otherLog(_ bench: ConformanceFixture, _ groups: [[String]]?) throws {
        let folder = try TemporaryFolder.make()
        // A folder that cannot be removed now is left to the operating system.
        defer { try? FileManager.default.removeItem(at: folder) }
        let others = try bench.open(RecordedGraph.model, split: groups, in: folder)
        try save(bench, others, 3)
        try others.close()
        try putBack(try FolderImage(of: folder), in: bench.folder, where: isLog)
        let error = try expectError(CoordinatorError.self) { _ = try bench.open(RecordedGraph.model, split: groups) }
        try expect(error.code, is: .commitLogMissing)
    }

    private static func manyThreads(_ bench: ConformanceFixture) throws {
        let groups = RecordedGraph.groups(bench, .apart)
        let container = try bench.open(RecordedGraph.model, split: groups)
        let failure = Locked<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            do {
                try container.withConfinedContext { context in
                    for number in 0..<12 {
                        let value = Value.integer(Int64(thread * 100 + number))
                        try context.add("Item", ["integer64Value": value])
                        try context.add("Part", ["number": value])
                        try context.save()
                    }
                }
            } catch { failure.withLock { $0 = error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        let image = try FolderImage(of: bench.folder)
        let digest = try container.coordinator.digest()
        try container.close()
        let opened = try bench.open(RecordedGraph.model, split: groups, in: image.folder)
        try expect(try opened.coordinator.digest(), is: digest)
        let context = bench.context(opened)
        let wanted = (0..<8).flatMap { thread in (0..<12).map { Int64(thread * 100 + $0) } }
        try expect(try context.find("Part").map { try $0.number("number") }.sorted(), is: wanted.map(Int.init))
        try expect(try context.find("Item").count, is: wanted.count)
        try opened.close()
    }

    /// What a check finds: links that lead nowhere are none of a save's business where a relationship has no inverse.
    private static func findings(_ container: PersistentContainer) throws -> Set<String> {
        var findings: Set<String> = []
        _ = try container.coordinator.check { store, finding in
            if finding.kind != .danglingReference { findings.insert("\(store.name): \(finding)") }
        }
        return findings
    }
}
