import Foundation
import Polystore
import PolystoreChangeRecords
import PolystoreLMDB
import PolystoreSQLite
import TestFolders
import Testing

extension DiskTests {
    @Suite("The commit log of stores whose disk fails, or whose process ended")
    struct JointLogTests {
        private static let graphs = [
            JointGraph(.sqlite, .lmdb), JointGraph(.lmdb, .sqlite), JointGraph(.sqlite, .sqlite),
            JointGraph(.lmdb, .lmdb),
        ]

        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder("joint") }

        private func save(_ name: String, _ container: PersistentContainer, photo: Int = 0) throws {
            try container.withConfinedContext { context in
                try JointGraph.insert(name, context, photo: Data(count: photo))
                try context.save()
            }
        }

        /// A coordinator of a first store alone: in the place of the other, an empty one serves its entities.
        private func openAlone(_ first: PersistentStoreDescription) throws -> PersistentStoreCoordinator {
            let coordinator = PersistentStoreCoordinator(
                model: try .describing(Graph.classes), storeTypes: [.lmdb, .sqlite])
            var other = PersistentStoreDescription(
                name: "store1", type: .sqlite, url: folder.url("empty-\(UUID())"))
            other.entities = ["Company", "Tag"]
            try coordinator.addStores([first, other], missingStores: .accept)
            return coordinator
        }

        /// Saves, and copies the folder as it is when the save is decided and in no store.
        private func interrupt(_ name: String, _ container: PersistentContainer) throws -> URL {
            let (source, target) = (folder.url("live"), folder.url("ended"))
            let failure = Locked<(any Error)?>(nil)
            container.coordinator.observeJointCommits { step in
                guard step == .decided else { return }
                do { try FileManager.default.copyItem(at: source, to: target) } catch {
                    failure.withLock { $0 = error }
                }
            }
            defer { container.coordinator.observeJointCommits(nil) }
            try save(name, container)
            if let error = failure.withLock({ $0 }) { throw error }
            return target
        }

        private func open(_ graph: JointGraph) throws -> PersistentContainer {
            try FileManager.default.createDirectory(at: folder.url("live"), withIntermediateDirectories: false)
            return try graph.open(in: folder.url("live"))
        }

        @Test(
            "an append that fails leaves no gap: a process that ends later has the saves behind it", arguments: graphs)
        func gap(_ graph: JointGraph) throws {
            defer { DiskCalls.stop() }
            let container = try open(graph)
            try save("first", container)
            container.coordinator.observeJointCommits { step in
                guard step == .prepared else { return }
                DiskCalls.watch(folder.url("live"))
                DiskCalls.fail(.write, after: 0, error: ENOSPC, isLasting: false)
            }
            let error = #expect(throws: CoordinatorError.self) { try save("second", container, photo: 4000) }
            #expect(error?.code == .commitLog)
            DiskCalls.stop()
            let ended = try interrupt("third", container)
            try container.close()
            let opened = try graph.open(in: ended)
            #expect(try JointGraph.names(opened).allSatisfy { $0 == ["first", "third"] })
            try opened.close()
        }

        @Test("the log keeps what it has for a store that is not open until it is opened", arguments: graphs)
        func oneAlone(_ graph: JointGraph) throws {
            let container = try open(graph)
            try save("first", container)
            let ended = try interrupt("second", container)
            try container.close()
            let alone = try openAlone(graph.descriptions(in: ended)[0])
            #expect(alone.recoveredSaves == ["store0": 1])
            try alone.close()
            let opened = try graph.open(in: ended)
            #expect(opened.coordinator.recoveredSaves["store1"] == 1)
            #expect(try JointGraph.names(opened).allSatisfy { $0 == ["first", "second"] })
            try opened.close()
        }

        @Test("a store is detached only once the log holds no saves of stores that are not open", arguments: graphs)
        func refusedDetaching(_ graph: JointGraph) throws {
            let container = try open(graph)
            try save("first", container)
            let ended = try interrupt("second", container)
            try container.close()
            let alone = try openAlone(graph.descriptions(in: ended)[0])
            let error = #expect(throws: CoordinatorError.self) { try alone.detachStore(named: "store0") }
            #expect(error?.code == .commitLog)
            try alone.close()
            let opened = try graph.open(in: ended)
            #expect(try JointGraph.names(opened).allSatisfy { $0 == ["first", "second"] })
            try opened.coordinator.detachStore(named: "store0")
            try opened.close()
        }

        @Test(
            "the log gives up what it has for a store that is gone for good when it is to forget it", arguments: graphs)
        func forgotten(_ graph: JointGraph) throws {
            let container = try open(graph)
            try save("first", container)
            let lost = try #require(container.coordinator.store(named: "store1")).identifier
            let ended = try interrupt("second", container)
            try container.close()
            let alone = try openAlone(graph.descriptions(in: ended)[0])
            #expect(try alone.forget([lost.uuidString]).members == ["store1"])
            #expect(try alone.forget([lost.uuidString]).members == [])
            try alone.detachStore(named: "store0")
            try alone.close()
        }

        @Test(
            "a copy that was saved to and put back alone is refused, although its commits have the numbers of the log's",
            arguments: graphs)
        func copyPutBack(_ graph: JointGraph) throws {
            let container = try open(graph)
            try save("first", container)
            let original = graph.descriptions(in: folder.url("live"))[0]
            var copy = original
            copy.url = folder.url("store0")
            try container.coordinator.copyStore(original, to: copy)
            let ended = try interrupt("second", container)
            try container.close()
            let alone = try openAlone(copy)
            var changes = StoreChanges()
            changes.metadata = ["saved": "alone"]
            _ = try alone.stores[0].writer.save(changes)
            try alone.close()
            let files = FileManager.default
            func isStore(_ name: String) -> Bool { name.hasPrefix("store0") && !name.hasSuffix("commit.log") }
            for name in try files.contentsOfDirectory(atPath: ended.path) where isStore(name) {
                try files.removeItem(at: ended.appending(path: name))
            }
            for name in try files.contentsOfDirectory(atPath: folder.path) where isStore(name) {
                try files.copyItem(at: folder.url(name), to: ended.appending(path: name))
            }
            let error = #expect(throws: CoordinatorError.self) { try graph.open(in: ended) }
            #expect(error?.code == .outOfStep)
            #expect(error?.details[.store] == "store0")
        }

        @Test("a log of which the disk did not confirm an entry takes no other until it is opened anew")
        func unconfirmed() throws {
            defer { DiskCalls.stop() }
            let (path, store) = (folder.url("commit.log").path, UUID())
            try CommitLog.create(
                path, CommitLogHeader(identifier: UUID(), members: [.init(store: store, name: "store", commit: 0)]))
            var log = try CommitLog.open(path, writes: true)
            func append() throws -> CommitLog.Position {
                try log.append(log.nextNumber(), [.init(store: store, commit: log.lastNumber)], [])
            }
            let position = try append()
            DiskCalls.watch(folder.url)
            DiskCalls.fail(.sync, after: 0, error: EIO, isLasting: false)
            for _ in 0..<2 {
                let error = #expect(throws: StoreError.self) { try log.synchronize(position) }
                #expect(error?.code == .failed)
            }
            DiskCalls.stop()
            #expect(log.isFailed)
            #expect(throws: StoreError.self) { _ = try append() }
            #expect(throws: StoreError.self) { try log.empty(members: []) }
            // The lock ends with the program; here, another file has none.
            let copy = folder.url("copy.log").path
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            log = try CommitLog.open(copy, writes: true)
            try log.synchronize(try append())
        }
    }
}
