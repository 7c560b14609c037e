import Foundation
import Polystore
import PolystoreRecordLayer
import TestFolders
import Testing

@testable import PolystoreLMDB

@Suite("LMDB stores and other processes")
struct ProcessTests {
    private let folder: TemporaryFolder
    private var graph: Graph { Graph(folder) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    @Test("a writer that is killed in a transaction leaves what it had saved, and the next one writes on")
    func killedWriter() async throws {
        try graph.make("Ada")
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SuddenEnd.signal)) { [path = path as String] in
            let container = try Graph(URL(fileURLWithPath: path)).open()
            let context = container.newConfinedContext()
            try context.insert(Person.self) { $0.name = "Bob" }
            try context.save()
            let store = container.coordinator.stores[0].store
            try store.begin(.full)
            var changes = StoreChanges()
            changes.metadata = ["half": "done"]
            try store.apply(changes)
            try store.prepare()
            SuddenEnd.die()
        }
        let container = try graph.open()
        #expect(try Graph.names(container) == ["Ada", "Bob"])
        #expect(try container.coordinator.stores[0].metadata.user.isEmpty)
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = "Cleo" }
        try context.save()
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
    }

    @Test("P4: no two commits have one number, whichever write of a save its writer is killed behind, beside a reader")
    func killedBehindWrites() async throws {
        try graph.make("Ada")
        // It keeps the library's table of readers as the killed writer leaves it.
        let container = try graph.open { ($0.access, $0.creates) = (.readOnly, false) }
        let reader = container.coordinator.stores[0].store
        let path = folder.url.path
        var made: [Bool] = []
        // Behind the last write of a save the child ends by itself.
        for place in 0..<8 {
            let before = (age: try Graph.age(container), commit: try reader.newestCommit())
            await #expect(processExitsWith: .signal(SuddenEnd.signal)) {
                [path = path as String, place = place as Int] in
                let folder = URL(fileURLWithPath: path)
                let container = try Graph(folder).open()
                try Graph.add(1, in: container) {
                    DiskCalls.watch(folder)
                    DiskCalls.kill(after: place)
                }
                SuddenEnd.die()
            }
            await #expect(processExitsWith: .success) { [path = path as String] in
                let container = try Graph(URL(fileURLWithPath: path)).open()
                try Graph.add(10, in: container)
                try container.close()
            }
            let added = try Graph.age(container) - before.age
            #expect(added == 10 || added == 11)
            #expect(try reader.newestCommit() == before.commit + (added == 10 ? 1 : 2), "killed behind write \(place)")
            made.append(added == 11)
        }
        #expect(made.first == false && made.last == true)
        try container.close()
    }

    @Test("a making that is killed leaves no store, and the next one makes it")
    func killedMaking() async throws {
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SuddenEnd.signal)) { [path = path as String] in
            let files = StoreFiles(Graph(URL(fileURLWithPath: path)).file)
            try files.make(removing: []) { (temporary) throws(StoreError) in
                _ = try LMDBFile.open(temporary, .create)
                SuddenEnd.die()
            }
        }
        #expect(!FileManager.default.fileExists(atPath: graph.file.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
        try graph.make("Ada")
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(names == ["graph.lmdb", "graph.lmdb-lock", "graph.lmdb-writer"])
    }

    @Test("a second writer is refused in time, and told which process holds the store")
    func secondWriter() async throws {
        try graph.make("Ada")
        let container = try graph.open()
        let path = folder.url.path
        let holder = String(ProcessInfo.processInfo.processIdentifier)
        await #expect(processExitsWith: .success) { [path = path as String, holder = holder as String] in
            let error = try Graph(URL(fileURLWithPath: path)).openingError { $0.lockTimeout = .milliseconds(20) }
            guard error.code == .held, error.details[.process] == holder else { SuddenEnd.die(); return }
        }
        try container.close()
        try graph.open().close()
    }

    @Test("another process reads what is saved, also what is saved while it has the store open")
    func reader() async throws {
        let graph = graph
        try graph.make("Ada")
        let work = Signal.Work {
            let container = try graph.open()
            let context = container.newConfinedContext()
            try context.insert(Person.self) { $0.name = "Bob" }
            try context.save()
            try Signal.send("saved", graph.folder)
            try Signal.wait("open", graph.folder)
            try context.insert(Person.self) { $0.name = "Cleo" }
            try context.save()
            try container.close()
        }
        let path = folder.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let folder = URL(fileURLWithPath: path)
            try Signal.wait("saved", folder)
            let container = try Graph(folder).open { ($0.access, $0.creates) = (.readOnly, false) }
            guard try Graph.names(container) == ["Ada", "Bob"] else { SuddenEnd.die(); return }
            try Signal.send("open", folder)
            try Signal.poll { try Graph.names(container) == ["Ada", "Bob", "Cleo"] }
            try container.close()
        }
        try work.finish()
    }

    private func save(_ name: String, _ container: PersistentContainer) throws {
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = name }
        try context.save()
    }

    @Test("slots of readers that were killed serve others")
    func staleReaders() async throws {
        try graph.make("Ada")
        let container = try graph.open { $0.options.values["readers"] = .count(4) }
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SuddenEnd.signal)) { [path = path as String] in
            let files = StoreFiles(Graph(URL(fileURLWithPath: path)).file)
            let engine = LMDBEngine(try LMDBFile.open(files.path, .read), writes: false)
            var held: [LMDBSnapshot] = []
            do { while true { held.append(try engine.snapshot()) } } catch { SuddenEnd.die() }
        }
        #expect(try Graph.names(container) == ["Ada"])
        try save("Bob", container)
        #expect(try Graph.names(container) == ["Ada", "Bob"])
        try container.close()
    }

    @Test("pages that a killed reader looked at are used again, by a writer that was open all the time")
    func pagesOfKilledReaders() async throws {
        try graph.make("Ada")
        let container = try graph.open { $0.durability = .losesLastSavesOnPowerCut }
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SuddenEnd.signal)) { [path = path as String] in
            let container = try Graph(URL(fileURLWithPath: path)).open { ($0.access, $0.creates) = (.readOnly, false) }
            let snapshot = try container.coordinator.stores[0].store.snapshot()
            withExtendedLifetime(snapshot) { SuddenEnd.die() }
        }
        let context = container.newConfinedContext()
        let person = try #require(try context.fetch(FetchRequest(Person.self)).first)
        for number in 0..<400 {
            person.photo = Data(repeating: UInt8(truncatingIfNeeded: number), count: 40_000)
            try context.save()
        }
        // 16 MB were written, one after the other in the place of the one before.
        let size = try #require(try graph.file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(size < 8 << 20, "\(size)")
        try container.close()
    }

    @Test("a reader that outlives the writer reads what it read, while the next writer goes on from there")
    func readerBetweenWriters() async throws {
        try graph.make("Ada")
        let path = folder.url.path
        let reader = LMDBEngine(try LMDBFile.open(graph.file.path, .read), writes: false)
        await #expect(processExitsWith: .signal(SuddenEnd.signal)) { [path = path as String] in
            let container = try Graph(URL(fileURLWithPath: path)).open()
            let context = container.newConfinedContext()
            try context.insert(Person.self) { $0.name = "Bob" }
            try context.save()
            SuddenEnd.die()
        }
        func rows(_ snapshot: LMDBSnapshot) throws -> [[UInt8]] {
            var rows: [[UInt8]] = []
            try snapshot.scan(.records, .all, .forward) { (_, value) throws(StoreError) in
                rows.append(Array(value))
                return true
            }
            return rows
        }
        let snapshot = try reader.snapshot()
        let before = try rows(snapshot)
        #expect(before.count == 2)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let container = try Graph(URL(fileURLWithPath: path)).open()
            let context = container.newConfinedContext()
            for number in 0..<200 {
                try context.insert(Person.self) { $0.name = "P\(number)" }
                try context.save()
            }
            try container.close()
        }
        #expect(try rows(snapshot) == before)
        #expect(try rows(reader.snapshot()).count == 202)
        try reader.close()
    }
}
