import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import TestFolders
import Testing

extension DiskTests {
    /// A backup, and its return, on a disk that fails at each of their operations in turn.
    @Suite("Backups on a disk that fails")
    struct JointCopyTests {
        private static let graphs = [
            JointGraph(.sqlite, .lmdb), JointGraph(.sqlite, .sqlite), JointGraph(.lmdb, .lmdb),
        ]
        private static let failures: [(DiskCalls.Kinds, Int32)] = [
            (.write, EIO), (.write, ENOSPC), (.sync, EIO), (.truncate, ENOSPC), (.syncFolder, EIO), (.rename, EIO),
        ]

        private static func save(_ name: String, _ container: PersistentContainer) throws {
            try container.withConfinedContext { context in
                try JointGraph.insert(name, context, photo: Data(count: 60_000))
                try context.save()
            }
        }

        private static func names(_ graph: JointGraph, in folder: URL) throws -> [[String]] {
            let container = try graph.open(in: folder)
            let names = try JointGraph.names(container)
            #expect(try Graph.findings(container).isEmpty)
            try container.close()
            return names
        }

        /// The error of the store that is behind another one.
        private static func storeError(_ error: any Error) -> StoreError? {
            var cause: (any Error)? = error
            while let current = cause {
                if let error = current as? StoreError { return error }
                cause = (current as? any StructuredError)?.cause
            }
            return nil
        }

        /// Lets operations of some work fail in turn: all, or, where they are many, some that are spread over them.
        ///
        /// - Parameters:
        ///   - folder: Where they fail.
        ///   - failure: What fails, and how.
        ///   - reset: What is done before, each time.
        ///   - work: Does the work.
        ///   - look: Told the error of the work, and where an operation failed.
        /// - Throws: What the closures throw, and the work where nothing failed.
        private static func failEach(
            in folder: URL, _ failure: (kinds: DiskCalls.Kinds, number: Int32), reset: () throws -> Void = {},
            work: () throws -> Void, look: (_ error: (any Error)?, _ place: String) throws -> Void
        ) throws {
            defer { DiskCalls.stop() }
            var count = 0
            func run(failing position: Int, isLasting: Bool) throws {
                try reset()
                DiskCalls.watch(folder)
                DiskCalls.fail(failure.kinds, after: position, error: failure.number, isLasting: isLasting)
                var thrown: (any Error)?
                do { try work() } catch { thrown = error }
                let failures = DiskCalls.failures
                count = DiskCalls.passed
                DiskCalls.stop()
                if failures == 0, let thrown { throw thrown }
                guard failures > 0 else { return }
                try look(thrown, "kinds \(failure.kinds.rawValue), call \(position), lasting \(isLasting)")
            }
            try run(failing: .max, isLasting: false)
            let all = count
            #expect(all > 0)
            let tried = min(all, 6)
            for number in 0..<tried {
                let position = tried == all ? number : number * (all - 1) / (tried - 1)
                for isLasting in [false, true] { try run(failing: position, isLasting: isLasting) }
            }
            try run(failing: .max, isLasting: false)
        }

        @Test(
            "P7: a backup of which an operation fails is not there, nor anything of it, and the next one is whole",
            arguments: graphs, failures)
        func backup(_ graph: JointGraph, _ failure: (DiskCalls.Kinds, Int32)) throws {
            let folder = try TemporaryFolder("joint")
            let container = try graph.open(in: folder.url("live"))
            for name in ["first", "second"] { try Self.save(name, container) }
            let around = folder.url("backups")
            try FileManager.default.createDirectory(at: around, withIntermediateDirectories: false)
            let (backup, back) = (around.appending(path: "backup"), folder.url("back"))
            try Self.failEach(
                in: around, failure,
                work: {
                    if FileManager.default.fileExists(atPath: backup.path) {
                        try FileManager.default.removeItem(at: backup)
                    }
                    try container.backup(to: backup)
                },
                look: { error, place in
                    let left = try FileManager.default.contentsOfDirectory(atPath: around.path)
                    guard let error else {
                        // What failed was of no importance, such as a note in a file of locks.
                        #expect(try BackupManifest(of: backup).stores.count == 2, "\(place)")
                        #expect(left == ["backup"], "\(place)")
                        return try FileManager.default.removeItem(at: backup)
                    }
                    #expect(left == [], "\(place)")
                    #expect(error is CoordinatorError, "\(place): \(error)")
                    #expect([.full, .inputOutput].contains(Self.storeError(error)?.code), "\(place): \(error)")
                })
            try container.close()
            try PersistentContainer.restore(
                from: backup, to: graph.descriptions(in: back), storeTypes: [.sqlite, .lmdb])
            #expect(try Self.names(graph, in: back).allSatisfy { $0 == ["first", "second"] })
            #expect(try Self.names(graph, in: folder.url("live")).allSatisfy { $0 == ["first", "second"] })
        }

        @Test(
            "P7: stores are as they were, or as in the backup, when an operation of its return fails; never a mixture",
            arguments: graphs, failures)
        func restore(_ graph: JointGraph, _ failure: (DiskCalls.Kinds, Int32)) throws {
            let folder = try TemporaryFolder("joint")
            let (live, template, backup) = (folder.url("live"), folder.url("template"), folder.url("backup"))
            let container = try graph.open(in: template)
            try Self.save("old", container)
            try container.backup(to: backup)
            try Self.save("new", container)
            try container.close()
            let (before, after) = (["new", "old"], ["old"])
            func restore() throws {
                try PersistentContainer.restore(
                    from: backup, to: graph.descriptions(in: live), storeTypes: [.sqlite, .lmdb], replaces: true)
            }
            func reset() throws {
                for name in try FileManager.default.contentsOfDirectory(atPath: live.path) {
                    try FileManager.default.removeItem(at: live.appending(path: name))
                }
                for name in try FileManager.default.contentsOfDirectory(atPath: template.path) {
                    try FileManager.default.copyItem(
                        at: template.appending(path: name), to: live.appending(path: name))
                }
            }
            try FileManager.default.createDirectory(at: live, withIntermediateDirectories: false)
            try Self.failEach(in: live, failure, reset: reset, work: restore) { error, place in
                if let error {
                    #expect([.full, .inputOutput].contains(Self.storeError(error)?.code), "\(place): \(error)")
                }
                do {
                    let names = try Self.names(graph, in: live)
                    #expect(names.allSatisfy { $0 == names[0] }, "\(place): \(names)")
                    #expect(
                        [before, after].contains(names[0]) && (error != nil || names[0] == after), "\(place): \(names)")
                } catch let refused as CoordinatorError {
                    // Some of the stores are replaced: they are refused until the restore has ended.
                    #expect(error != nil && refused.code == .unfinishedRestore, "\(place): \(refused)")
                }
                try restore()
                #expect(try Self.names(graph, in: live).allSatisfy { $0 == after }, "\(place)")
                let left = try FileManager.default.contentsOfDirectory(atPath: live.path)
                #expect(!left.contains { $0.contains("restor") || $0.contains(".new-") }, "\(place): \(left)")
            }
        }
    }
}
