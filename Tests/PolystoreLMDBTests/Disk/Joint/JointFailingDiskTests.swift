import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import TestFolders
import Testing

extension DiskTests {
    /// A save over several stores, and one behind it, on a disk that fails at each of their operations in turn.
    @Suite("Saves over several stores on a disk that fails")
    struct JointFailingDiskTests {
        /// What a program was told of its saves.
        private struct Told {
            /// The saves that are made: they returned, or a store has yet to catch up.
            var made: Set<String> = []
            /// The saves that are not made.
            var refused: Set<String> = []
            /// The saves of which the stores tell when they are opened anew.
            var unknown: Set<String> = []
            var codes: Set<CoordinatorError.Code> = []
        }

        private static let graphs = [
            JointGraph(.sqlite, .lmdb), JointGraph(.sqlite, .sqlite), JointGraph(.lmdb, .lmdb),
        ]

        @Test(
            "P2, P7: each operation that fails is told by the right error, and a save is there as a whole afterwards, or not",
            arguments: graphs,
            [(DiskCalls.Kinds.write, EIO), (.write, ENOSPC), (.sync, EIO), (.sync, ENOSPC)])
        func failures(_ graph: JointGraph, _ failure: (kinds: DiskCalls.Kinds, number: Int32)) throws {
            defer { DiskCalls.stop() }
            let template = try TemporaryFolder("joint")
            try make(graph, in: template.url)
            for isLasting in [false, true] {
                var position = 0
                while true {
                    let folder = try TemporaryFolder("joint")
                    try FileManager.default.removeItem(at: folder.url)
                    try FileManager.default.copyItem(at: template.url, to: folder.url)
                    let (told, isOver) = try use(graph, in: folder.url) {
                        DiskCalls.fail(failure.kinds, after: position, error: failure.number, isLasting: isLasting)
                    }
                    if isOver { break }
                    let place = "call \(position), error \(failure.number), lasting \(isLasting): \(told)"
                    try expectWhole(graph, in: folder.url, told, place)
                    // The first operations are those before the decision of the first save; what closes stores comes last.
                    position += position < 12 ? 1 : 9
                }
                #expect(position > 0)
            }
        }

        private func make(_ graph: JointGraph, in folder: URL) throws {
            let container = try graph.open(in: folder)
            let context = container.newConfinedContext()
            try JointGraph.insert("first", context)
            try context.save()
            try container.close()
        }

        /// Saves over the stores and closes them; the disk fails from the second save after opening on.
        private func use(_ graph: JointGraph, in folder: URL, _ arm: () -> Void) throws -> (Told, isOver: Bool) {
            var told = Told()
            let container = try graph.open(in: folder)
            // The first save makes the log known to the stores.
            try container.withConfinedContext { context in
                try JointGraph.insert("second", context)
                try context.save()
            }
            told.made = ["first", "second"]
            DiskCalls.watch(folder)
            arm()
            for name in ["third", "fourth"] {
                let context = container.newConfinedContext()
                try JointGraph.insert(name, context, photo: Data(count: 3000))
                do {
                    try context.save()
                    told.made.insert(name)
                } catch {
                    let error = try #require(error as? CoordinatorError)
                    told.codes.insert(error.code)
                    switch error.code {
                    case .storeBehind: told.made.insert(name)
                    case .unknownOutcome: told.unknown.insert(name)
                    default: told.refused.insert(name)
                    }
                }
            }
            // What keeps stores from being closed cleanly is told; they are recovered when they are opened anew.
            do { try container.close() } catch { #expect(DiskCalls.failures > 0, "\(error)") }
            let isOver = DiskCalls.failures == 0
            DiskCalls.stop()
            return (told, isOver)
        }

        private func expectWhole(_ graph: JointGraph, in folder: URL, _ told: Told, _ place: String) throws {
            #expect(told.codes.isSubset(of: [.store, .commitLog, .unknownOutcome, .storeBehind]), "\(place)")
            let container = try graph.open(in: folder)
            let names = try JointGraph.names(container)
            #expect(names.allSatisfy { $0 == names[0] }, "\(place): \(names)")
            #expect(told.made.isSubset(of: names[0]), "\(place): \(names)")
            #expect(told.refused.isDisjoint(with: names[0]), "\(place): \(names)")
            #expect(told.made.union(told.unknown).isSuperset(of: names[0]), "\(place): \(names)")
            #expect(try Graph.findings(container).isEmpty, "\(place)")
            try container.withConfinedContext { context in
                try JointGraph.insert("last", context)
                try context.save()
            }
            try container.close()
        }

        /// Open stores with two saves, and a third one under way.
        private func prepare(
            _ graph: JointGraph, in folder: URL
        ) throws -> (PersistentContainer, ManagedObjectContext) {
            try make(graph, in: folder)
            let container = try graph.open(in: folder)
            let context = container.newConfinedContext()
            try JointGraph.insert("second", context)
            try context.save()
            try JointGraph.insert("third", context)
            return (container, context)
        }

        @Test("P2: a log that the disk does not confirm leaves the outcome unknown, and fails the stores")
        func unconfirmed() throws {
            defer { DiskCalls.stop() }
            for graph in Self.graphs {
                let folder = try TemporaryFolder("joint")
                let (container, context) = try prepare(graph, in: folder.url)
                container.coordinator.observeJointCommits { step in
                    guard step == .appended else { return }
                    DiskCalls.watch(folder.url)
                    DiskCalls.fail(.sync, after: 0, error: EIO, isLasting: false)
                }
                let error = #expect(throws: CoordinatorError.self) { try context.save() }
                #expect(error?.code == .unknownOutcome)
                #expect(container.coordinator.stores.allSatisfy { $0.state == .failed })
                DiskCalls.stop()
                try container.close()
                let opened = try graph.open(in: folder.url)
                let names = try JointGraph.names(opened)
                #expect(names.allSatisfy { $0 == ["first", "second", "third"] }, "\(names)")
                try opened.close()
            }
        }

        @Test("detaching that fails at each disk operation leaves stores that open again", arguments: graphs)
        func detaching(_ graph: JointGraph) throws {
            defer { DiskCalls.stop() }
            for isLasting in [false, true] {
                var (position, isOver) = (0, false)
                while !isOver {
                    let folder = try TemporaryFolder("joint")
                    try make(graph, in: folder.url)
                    let container = try graph.open(in: folder.url)
                    try container.withConfinedContext { context in
                        try JointGraph.insert("second", context)
                        try context.save()
                    }
                    DiskCalls.watch(folder.url)
                    DiskCalls.fail(
                        [.write, .sync, .truncate, .syncFolder, .rename], after: position, error: EIO,
                        isLasting: isLasting)
                    let place = "call \(position), lasting \(isLasting)"
                    do {
                        try container.coordinator.detachStore(named: "store0")
                        isOver = DiskCalls.failures == 0
                    } catch {
                        #expect(DiskCalls.failures > 0 && error.code == .commitLog, "\(place): \(error)")
                    }
                    if isOver || !isLasting { DiskCalls.stop() }
                    // A store that failed tells so when it is closed; it is recovered when it is opened anew.
                    do { try container.close() } catch { #expect(!isOver, "\(place): \(error)") }
                    DiskCalls.stop()
                    try expectWhole(graph, in: folder.url, Told(made: ["first", "second"]), place)
                    position += 1
                }
                #expect(position > 1)
            }
        }

        @Test("a store that could not write what was decided catches up by itself once the disk takes it")
        func catchingUp() throws {
            defer { DiskCalls.stop() }
            for graph in Self.graphs {
                let folder = try TemporaryFolder("joint")
                let (container, context) = try prepare(graph, in: folder.url)
                container.coordinator.observeJointCommits { step in
                    guard step == .decided else { return }
                    DiskCalls.watch(folder.url)
                    DiskCalls.fail(.write, after: 0, error: ENOSPC, isLasting: true)
                }
                let error = #expect(throws: CoordinatorError.self) { try context.save() }
                container.coordinator.observeJointCommits(nil)
                #expect(error?.code == .storeBehind)
                #expect(error?.committed.count == 2)
                #expect((error?.cause as? StoreError)?.code == .full)
                let refused = #expect(throws: FetchError.self) { try JointGraph.names(container) }
                #expect((refused?.cause as? StoreError)?.code == .behind, "\(String(describing: refused))")
                DiskCalls.stop()
                #expect(try JointGraph.names(container).allSatisfy { $0 == ["first", "second", "third"] })
                let again = container.newConfinedContext()
                try JointGraph.insert("until", again)
                try again.save()
                try container.close()
                let opened = try graph.open(in: folder.url)
                #expect(try JointGraph.names(opened).allSatisfy { $0 == ["first", "second", "third", "until"] })
                try opened.close()
            }
        }
    }
}
