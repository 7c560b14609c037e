import Foundation
import Polystore
import PolystoreSQLite
import Testing

/// Copies and backups of stores that are written all the while.
///
/// `POLYSTORE_COPY_RUNS` says how many of each are made; with it, the figures are printed.
@Suite("Copies of stores that are written meanwhile", .serialized)
struct LiveCopyTests {
    private static let wantedRuns = ProcessInfo.processInfo.environment["POLYSTORE_COPY_RUNS"].flatMap { Int($0) }
    private static var runs: Int { wantedRuns ?? 5 }

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func remove() {
        try? FileManager.default.removeItem(at: folder)  // what is left does no harm
    }

    /// Expects that stores are of one moment, and that a check finds nothing.
    private func expectWhole(_ container: PersistentContainer, _ ledger: Ledger, _ comment: Comment) throws {
        #expect(try ledger.fault(in: container) == nil, comment)
        _ = try container.coordinator.check { store, finding in
            Issue.record("\(store.name): \(finding)")
        }
        try container.close()
    }

    /// Tells a thread to end.
    private final class Ending: Sendable {
        let isOver = Locked(false)
    }

    /// Runs work on a thread of its own: work that never waits would keep one of the few of all tasks.
    private static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// A backup, brought back to another folder, and copies of the files and of the graph are all of one moment.
    private func copyAll(_ container: PersistentContainer, _ ledger: Ledger, _ times: inout CopyTimes) throws {
        let name = "\(ledger.layout) \(times.runs)"
        let place = folder.appending(path: "copies")
        defer { try? FileManager.default.removeItem(at: place) }  // what is left does no harm
        let (backup, back) = (place.appending(path: "backup"), place.appending(path: "back"))
        let manifest = try times.backup.measure { try container.backup(to: backup) }
        #expect(try BackupManifest(of: backup) == manifest)
        let restored = Ledger(folder: back, layout: ledger.layout)
        try PersistentContainer.restore(from: backup, to: restored.stores(), storeTypes: Ledger.types)
        for (store, entry) in zip(restored.stores(), manifest.stores) {
            let metadata = try container.coordinator.metadata(of: store)
            #expect(metadata.identifier == entry.identifier)
            #expect(metadata.watermark == entry.commit)
        }
        // The originals are open in this process.
        try expectWhole(try restored.open { $0.opensAsCopy = true }, restored, "\(name): backup")
        let copied = Ledger(folder: place.appending(path: "files"), layout: ledger.layout)
        try times.copy.measure { try container.copy(to: copied.stores()) }
        try expectWhole(try copied.open { $0.opensAsCopy = true }, copied, "\(name): copy")
        let graph = Ledger(folder: place.appending(path: "graph"), layout: ledger.layout)
        let target = try graph.open()
        _ = try times.graph.measure { try container.coordinator.copyGraph(to: target.coordinator) }
        try expectWhole(target, graph, "\(name): copy of the graph")
        times.runs += 1
    }

    private func copyAll(_ container: PersistentContainer, _ ledger: Ledger) throws -> CopyTimes {
        var times = CopyTimes()
        for _ in 0..<Self.runs { try copyAll(container, ledger, &times) }
        return times
    }

    private func report(_ place: String, _ ledger: Ledger, _ times: CopyTimes, saves: Int) {
        guard Self.wantedRuns != nil else { return }
        print("\(place), \(ledger.layout): \(times.line(saves: saves))")
    }

    @Test("copies that the writing process makes are of one moment", arguments: Ledger.Layout.allCases)
    func inOneProcess(_ layout: Ledger.Layout) async throws {
        defer { remove() }
        let ledger = Ledger(folder: folder.appending(path: "live"), layout: layout)
        try ledger.make()
        let container = try ledger.open()
        let ending = Ending()
        async let writing = Self.onThread {
            let writer = try LedgerWriter(container)
            var count = 0
            while !ending.isOver.withLock({ $0 }) {
                try writer.save()
                count += 1
            }
            return count
        }
        async let copying = Self.onThread { [self] in
            defer { ending.isOver.withLock { $0 = true } }
            return try copyAll(container, ledger)
        }
        let (times, saves) = try await (copying, writing)
        #expect(saves > 0)
        report("one process", ledger, times, saves: saves)
        try expectWhole(container, ledger, "the original")
    }

    @Test("copies that a process makes beside the one that writes are of one moment", arguments: Ledger.Layout.allCases)
    func besideAnotherProcess(_ layout: Ledger.Layout) async throws {
        defer { remove() }
        let ledger = Ledger(folder: folder.appending(path: "live"), layout: layout)
        try ledger.make()
        let isOver = folder.appending(path: "over")
        async let copying = Self.onThread { [self] in
            defer { _ = FileManager.default.createFile(atPath: isOver.path, contents: nil) }
            let container = try ledger.open(.readOnly) { $0.lockTimeout = .seconds(60) }
            let first = try container.coordinator.snapshot()
            // Copies of stores that are not written yet would show nothing.
            while try container.coordinator.snapshot() === first {}
            let times = try copyAll(container, ledger)
            try container.close()
            return times
        }
        await #expect(processExitsWith: .success) {
            [path = folder.path as String, layout = layout.rawValue as String] in
            let layout = try #require(Ledger.Layout(rawValue: layout))
            let folder = URL(filePath: path)
            let container = try Ledger(folder: folder.appending(path: "live"), layout: layout).open()
            let writer = try LedgerWriter(container)
            var count = 0
            while !FileManager.default.fileExists(atPath: folder.appending(path: "over").path) {
                try writer.save()
                count += 1
            }
            try Data("\(count)".utf8).write(to: folder.appending(path: "count"))
            try container.close()
        }
        let times = try await copying
        let saves = Int(try String(contentsOf: folder.appending(path: "count"), encoding: .utf8)) ?? 0
        report("two processes", ledger, times, saves: saves)
        try expectWhole(try ledger.open(), ledger, "the original")
    }

    @Test("large values that lie in files are in a copy, although another process replaces them meanwhile")
    func largeValues() async throws {
        defer { remove() }
        let live = folder.appending(path: "live")
        try FileManager.default.createDirectory(at: live, withIntermediateDirectories: true)
        try Gallery.open(live).close()
        let isOver = folder.appending(path: "over")
        async let copying: Void = Self.onThread { [folder] in
            defer { _ = FileManager.default.createFile(atPath: isOver.path, contents: nil) }
            let container = try Gallery.open(live) { $0.access = .readOnly }
            let context = container.newConfinedContext()
            while try context.count(FetchRequest(Picture.self)) < Gallery.size {}
            for run in 0..<Self.runs * 4 {
                let copy = folder.appending(path: "copy\(run)")
                try container.copy(to: [Gallery.store(copy)])
                let opened = try Gallery.open(copy) { $0.opensAsCopy = true }
                #expect(try Gallery.count(opened) == Gallery.size)
                try opened.close()
            }
            try container.close()
        }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let folder = URL(filePath: path)
            let container = try Gallery.open(folder.appending(path: "live"))
            var round = 0
            while !FileManager.default.fileExists(atPath: folder.appending(path: "over").path) {
                try Gallery.fill(container, round)
                round += 1
            }
            try container.close()
        }
        try await copying
        // Files that had to wait for the copies have gone: each picture has one.
        try Gallery.open(live).close()
        let files = FileManager.default.enumerator(atPath: live.path)?.compactMap { $0 as? String } ?? []
        #expect(files.filter { $0.contains("_EXTERNAL_DATA/") }.count == Gallery.size)
    }
}
