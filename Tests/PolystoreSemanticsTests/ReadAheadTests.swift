import Foundation
import Polystore
import PolystoreReferenceStore
import PolystoreSQLite
import Testing

/// Hours that a worker has worked.
private final class Shift: ManagedObject, Entity {
    static let hours = Attribute<Int>("hours")
    static let worker = ToOne<Worker>("worker")
    static let entity = EntityDescription(Shift.self, hours, worker)
}

/// A person with a pass, which is known on the pass's side only.
private final class Worker: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let pass = ToOne<Pass>("pass", inverse: \.worker)
    static let shifts = ToMany<Shift>("shifts", inverse: \.worker)
    static let entity = EntityDescription(Worker.self, name, pass, shifts)
}

private final class Pass: ManagedObject, Entity {
    static let number = Attribute<Int>("number")
    static let worker = ToOne<Worker>("worker")
    static let entity = EntityDescription(Pass.self, number, worker)
}

/// The stores that a type has opened.
private final class OpenedStores: Sendable {
    let stores = Locked<[ReferenceStore]>([])
}

/// Work in a SQLite file, and passes in a volatile store that counts how often it is asked.
private final class Factory {
    let container: PersistentContainer
    private let folder: URL
    private let opened = OpenedStores()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var kept = PersistentStoreDescription(
            name: "kept", type: "sqlite", url: folder.appendingPathComponent("kept.sqlite"))
        kept.entities = ["Shift", "Worker"]
        var passes = PersistentStoreDescription(name: "passes", type: "passes")
        passes.entities = ["Pass"]
        container = try PersistentContainer(
            model: [Shift.self, Worker.self, Pass.self], stores: [kept, passes],
            storeTypes: [
                .sqlite,
                .reference("passes", planning: .exact) { [opened] store in
                    opened.stores.withLock { $0.append(store) }
                },
            ])
        let context = container.newConfinedContext()
        for number in 0..<200 {
            let worker = try context.insert(Worker.self) { $0.name = "w\(1000 + number)" }
            if number % 4 > 0 { try context.insert(Pass.self) { ($0.number, $0.worker) = (number % 10, worker) } }
            for hours in 1...2 { try context.insert(Shift.self) { ($0.hours, $0.worker) = (hours, worker) } }
        }
        try context.save()
    }

    deinit {
        try? container.close()  // a test that failed may have left a store in any state
        try? FileManager.default.removeItem(at: folder)
    }

    /// How often the store of passes is asked in the course of some work.
    func trips(_ work: () throws -> Void) throws -> Int {
        let counter = try #require(opened.stores.withLock { $0.first }).counter
        counter.reset()
        try work()
        return counter[.references] + counter[.keys] + counter[.query] + counter[.links]
    }
}

@Suite("Reading ahead through what the other side keeps")
struct ReadAheadTests {
    /// A context, and one that reads through it.
    private static func contexts(_ factory: Factory) -> [ManagedObjectContext] {
        let parent = factory.container.newConfinedContext()
        return [factory.container.newConfinedContext(), parent, parent.newConfinedChildContext()]
    }

    @Test("the keys of groups that a store made are looked up in a few round trips")
    func groupKeys() throws {
        let factory = try Factory()
        for context in Self.contexts(factory) {
            let trips = try factory.trips {
                let groups = try context.compute(
                    Shift.worker.pass.number, sum(Shift.hours), objectCount(), from: FetchRequest(Shift.self),
                    groupedBy: Shift.worker.pass.number)
                // 50 workers have no pass; even digits are half as many, because every fourth worker is one of these.
                #expect(groups.map(\.2) == [100, 20, 40, 20, 40, 20, 40, 20, 40, 20, 40])
                #expect(groups.map(\.1) == groups.map { $0.2 / 2 * 3 })
            }
            #expect(trips < 10, "\(trips) round trips")
        }
    }

    @Test("projected columns are looked up in a few round trips")
    func projections() throws {
        let factory = try Factory()
        for context in Self.contexts(factory) {
            let trips = try factory.trips {
                let rows = try context.select(
                    Worker.name, Worker.pass.number, from: FetchRequest(Worker.self).sorted(by: Worker.name))
                #expect(rows.count == 200)
                #expect(rows[7].0 == "w1007" && rows[7].1 == 7 && rows[8].1 == 0)
                #expect(rows.map(\.1).reduce(0, +) == 700)
            }
            #expect(trips < 10, "\(trips) round trips")
        }
    }

    @Test("prefetched objects are looked up in a few round trips, and none afterwards")
    func prefetching() throws {
        let factory = try Factory()
        for context in Self.contexts(factory) {
            let trips = try factory.trips {
                let workers = try context.fetch(FetchRequest(Worker.self).prefetching(Worker.pass))
                #expect(workers.count { $0.pass == nil } == 50)
                #expect(workers.reduce(0) { $0 + ($1.pass?.number ?? 0) } == 700)
            }
            #expect(trips < 10, "\(trips) round trips")
        }
    }

    @Test("a child is told its parent's unsaved changes, whatever of them the parent has read")
    func unsavedChanges() throws {
        let factory = try Factory()
        let parent = factory.container.newConfinedContext()
        let workers = try parent.fetch(FetchRequest(Worker.self).sorted(by: Worker.name))
        let pass = try #require(workers[1].pass)
        pass.worker = workers[0]
        #expect(workers[1].pass == nil)
        if let last = workers[199].pass { parent.delete(last) }
        try parent.insert(Pass.self) { ($0.number, $0.worker) = (77, workers[4]) }
        let child = parent.newConfinedChildContext()
        let rows = try child.select(
            Worker.name, Worker.pass.number, from: FetchRequest(Worker.self).sorted(by: Worker.name))
        #expect(rows[0].1 == 1 && rows[1].1 == 0 && rows[2].1 == 2 && rows[4].1 == 77 && rows[199].1 == 0)
        let copies = try child.fetch(
            FetchRequest(Worker.self).sorted(by: Worker.name).prefetching(Worker.pass))
        #expect([0, 1, 2, 4, 199].map { copies[$0].pass?.number } == [1, nil, 2, 77, nil])
        parent.rollback()
    }
}
