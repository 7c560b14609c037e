import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import TestFolders
import Testing

extension DiskTests {
    @Test(
        "saves over several stores on a disk that is full, in a process with a mount table of its own",
        .enabled(if: Namespace.isPossible && !Namespace.isInside, "unshare makes no namespaces here"))
    func jointMounts() async throws {
        let folder = try TemporaryFolder("joint")
        let (status, output) = try await Namespace.test("MountedJointTests", folder.url)
        #expect(status == 0, "\(output)")
        #expect(output.contains("Test run with 4 tests"), "\(output)")
        withExtendedLifetime(folder) {}
    }
}

/// Runs only inside of a namespace, where these mounts do no harm.
@Suite("Saves over several stores on a small disk", .enabled(if: Namespace.isInside), .serialized)
struct MountedJointTests {
    private static let graphs = [
        JointGraph(.sqlite, .lmdb), JointGraph(.sqlite, .sqlite), JointGraph(.lmdb, .lmdb),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("joint") }

    /// Opens stores on a disk of 8 MiB, with one save in them.
    private func open(_ graph: JointGraph) throws -> PersistentContainer {
        try Namespace.mount("-t", "tmpfs", "-o", "size=8m", "none", folder.url.path)
        let container = try graph.open(in: folder.url)
        try save("first", container)
        return container
    }

    private func save(_ name: String, _ container: PersistentContainer, photo: Int = 0) throws {
        try container.withConfinedContext { context in
            try JointGraph.insert(name, context, photo: Data(count: photo))
            try context.save()
        }
    }

    private var ballast: URL { folder.url("ballast") }

    /// Fills the disk, but for some pages.
    private static func fill(_ ballast: URL, leaving pages: Int = 0) throws {
        if !FileManager.default.fileExists(atPath: ballast.path) { try Data().write(to: ballast) }
        let handle = try FileHandle(forWritingTo: ballast)
        defer { try? handle.close() }  // nothing is lost with it
        try handle.seekToEnd()
        // Until there is no room for another page.
        do { while true { try handle.write(contentsOf: Data(count: 4096)) } } catch {
            try handle.truncate(atOffset: max(0, try handle.seekToEnd() / 4096 * 4096 - UInt64(pages) * 4096))
        }
    }

    private func expect(_ names: [String], _ container: PersistentContainer, _ place: String) throws {
        let found = try JointGraph.names(container)
        #expect(found.allSatisfy { $0 == names.sorted() }, "\(place): \(found)")
    }

    @Test(
        "P2, P7: a disk that is full anywhere before the decision refuses a save, with nothing of it made",
        arguments: graphs)
    func nearlyFull(_ graph: JointGraph) throws {
        let container = try open(graph)
        var names = ["first"]
        for (round, photo) in [0, 6000, 300_000].enumerated() {
            var made = 0
            for pages in Array(0..<40) + stride(from: 40, to: 400, by: 24) {
                try Self.fill(ballast, leaving: pages)
                let name = "\(round) \(pages)"
                do {
                    try save(name, container, photo: photo)
                    made += 1
                    names.append(name)
                } catch {
                    let error = try #require(error as? CoordinatorError)
                    #expect([.store, .commitLog].contains(error.code), "\(name): \(error)")
                    #expect((error.cause as? StoreError)?.code == .full, "\(name): \(error)")
                }
                try expect(names, container, name)
                try FileManager.default.removeItem(at: ballast)
                guard made < 3 else { break }
            }
            #expect(made > 0)
            try save("after \(round)", container, photo: photo)
            names.append("after \(round)")
        }
        try container.close()
        let opened = try graph.open(in: folder.url)
        try expect(names, opened, "opened anew")
        #expect(try Graph.findings(opened).isEmpty)
        try opened.close()
    }

    @Test("P2, P7: a disk that is full once the stores are prepared has room for their commits", arguments: graphs)
    func fullBehindPreparation(_ graph: JointGraph) throws {
        let container = try open(graph)
        var names = ["first"]
        let ballast = ballast
        for (round, photo) in [0, 6000, 120_000].enumerated() {
            for step in ["prepared", "appended", "decided", "committed"] {
                let name = "\(round) \(step)"
                let failure = Locked<(any Error)?>(nil)
                container.coordinator.observeJointCommits { reached in
                    guard "\(reached)".hasPrefix(step) else { return }
                    do { try Self.fill(ballast) } catch { failure.withLock { $0 = error } }
                }
                defer { container.coordinator.observeJointCommits(nil) }
                do {
                    try save(name, container, photo: photo)
                    names.append(name)
                } catch {
                    let error = try #require(error as? CoordinatorError)
                    // The log had no room: nothing was decided.
                    #expect(step == "prepared" && error.code == .commitLog, "\(name): \(error)")
                    #expect((error.cause as? StoreError)?.code == .full, "\(name): \(error)")
                }
                container.coordinator.observeJointCommits(nil)
                if let error = failure.withLock({ $0 }) { throw error }
                try expect(names, container, name)
                try FileManager.default.removeItem(at: ballast)
            }
        }
        try container.close()
        let opened = try graph.open(in: folder.url)
        try expect(names, opened, "opened anew")
        try opened.close()
    }

    @Test(
        "a disk without room for the commit log refuses the first save over several stores, and takes it later",
        arguments: graphs)
    func logWithoutRoom(_ graph: JointGraph) throws {
        try Namespace.mount("-t", "tmpfs", "-o", "size=8m", "none", folder.url.path)
        let container = try graph.open(in: folder.url)
        // Keys are reserved while there is room.
        try container.withConfinedContext { context in
            try context.insert(Person.self) { $0.name = "alone" }
            try context.save()
            try context.insert(Company.self) { $0.name = "alone" }
            try context.save()
            try context.insert(Tag.self) { $0.label = "alone" }
            try context.save()
        }
        try Self.fill(ballast)
        let error = #expect(throws: CoordinatorError.self) { try save("first", container) }
        #expect(error?.code == .commitLog || error?.code == .store, "\(String(describing: error))")
        try FileManager.default.removeItem(at: ballast)
        try save("second", container)
        try container.close()
        let opened = try graph.open(in: folder.url)
        let names = try JointGraph.names(opened)
        #expect(names.allSatisfy { $0 == ["alone", "second"] }, "\(names)")
        try opened.close()
    }

    @Test(
        "P7: a backup for which the disk has no room is refused and leaves nothing, and is made when there is room",
        arguments: graphs)
    func backup(_ graph: JointGraph) throws {
        let container = try open(graph)
        try save("second", container, photo: 500_000)
        let target = folder.url("backups/monday")
        try FileManager.default.createDirectory(at: folder.url("backups"), withIntermediateDirectories: false)
        var refused = 0
        for pages in [0, 1, 2, 5, 20, 60, 120, 140, 200] {
            try Self.fill(ballast, leaving: pages)
            do { try container.backup(to: target) } catch {
                refused += 1
                let error = try #require(error as? CoordinatorError)
                #expect([.store, .backupNotWritten].contains(error.code), "\(pages): \(error)")
                #expect((error.cause as? StoreError)?.code == .full, "\(pages): \(error)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url("backups").path) == [])
            }
            try expect(["first", "second"], container, "\(pages)")
            try FileManager.default.removeItem(at: ballast)
            if FileManager.default.fileExists(atPath: target.path) { break }
        }
        #expect(refused > 4)
        if !FileManager.default.fileExists(atPath: target.path) { try container.backup(to: target) }
        #expect(try BackupManifest(of: target).stores.count == graph.types.count)
        try container.close()
    }
}
