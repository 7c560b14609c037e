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
        private static let graphs = [JointGraph(.sqlite, .lmdb), JointGraph(.sqlite, .sqlite), JointGraph(.lmdb, .lmdb)]
        private static let failures: [(DiskCalls.Kinds, Int32)] = [
            (.write, EIO), (.write, ENOSPC), (.sync, EIO), (.truncate, ENOSPC), (.syncFolder, EIO), (.rename, EIO),
            (.open, EMFILE),
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

        /// Lets each operation of some work fail in turn, until none is left.
        ///
        /// - Parameter work: Does the work; its error, and where it was, are handed to `look`.
        private static func failEach(
            in folder: URL, _ failure: (kinds: DiskCalls.Kinds, number: Int32), _ work: () throws -> Void,
            _ look: (_ error: (any Error)?, _ place: String) throws -> Void
        ) throws {
            defer { DiskCalls.stop() }
            for isLasting in [false, true] {
                var position = 0
                while true {
                    DiskCalls.watch(folder)
                    DiskCalls.fail(failure.kinds, after: position, error: failure.number, isLasting: isLasting)
                    var thrown: (any Error)?
                    do { try work() } catch { thrown = error }
                    let failures = DiskCalls.failures
                    DiskCalls.stop()
                    let place = "kinds \(failure.kinds.rawValue), call \(position), lasting \(isLasting)"
                    if failures == 0 {
                        if let thrown { throw thrown }
                        break
                    }
                    try look(thrown, place)
                    position += 1
                }
                #expect(position > 0)
            }
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
            try Self.failEach(in: around, failure) {
                try container.backup(to: backup)
            } _: { error, place in
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
            }
            try PersistentContainer.restore(
                from: backup, to: graph.descriptions(in: back), storeTypes: [.sqlite, .lmdb])
            #expect(try Self.names(graph, in: back).allSatisfy { $0 == ["first", "second"] })
            #expect(try JointGraph.names(container).allSatisfy { $0 == ["first", "second"] })
            try container.close()
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
            try reset()
            try Self.failEach(in: live, failure, restore) { error, place in
                if let error {
                    #expect([.full, .inputOutput].contains(Self.storeError(error)?.code), "\(place): \(error)")
                }
                do {
                    let names = try Self.names(graph, in: live)
                    #expect(names.allSatisfy { $0 == names[0] }, "\(place): \(names)")
                    #expect([before, after].contains(names[0]) && (error != nil || names[0] == after), "\(place): \(names)")
                } catch let refused as CoordinatorError {
                    // Some of the stores are replaced: they are refused until the restore has ended.
                    #expect(error != nil && refused.code == .unfinishedRestore, "\(place): \(refused)")
                }
                try restore()
                #expect(try Self.names(graph, in: live).allSatisfy { $0 == after }, "\(place)")
                let left = try FileManager.default.contentsOfDirectory(atPath: live.path)
                #expect(!left.contains { $0.contains("restor") || $0.contains(".new-") }, "\(place): \(left)")
                try reset()
            }
        }
    }
}
