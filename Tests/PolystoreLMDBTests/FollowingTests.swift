import Foundation
import Polystore
import PolystoreStorage
import TestFolders
import Testing

@testable import PolystoreLMDB

/// Readers in other processes, while a writer adds to what the store knows of its model.
@Suite("Readers of LMDB stores beside a writer")
struct FollowingTests {
    private let folder: TemporaryFolder
    private var items: ItemStore { ItemStore(folder: folder.url) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    @Test("a reader knows the peers that a writer gave after it had opened the store")
    func newPeers() async throws {
        let graph = Graph(folder)
        try graph.openTwo().close()
        let work = Signal.Work {
            let container = try graph.openTwo()
            try Signal.wait("open", graph.folder)
            let context = container.newConfinedContext()
            let acme = try context.insert(Company.self) { $0.name = "Acme" }
            let tag = try context.insert(Tag.self) { $0.label = "x" }
            let person = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
            person.tags.insert(tag)
            try context.save()
            try container.close()
        }
        let path = folder.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let folder = URL(fileURLWithPath: path)
            let container = try Graph(folder).openTwo(access: .readOnly)
            guard try Graph.names(container).isEmpty else { SuddenEnd.die(); return }
            try Signal.send("open", folder)
            try Signal.poll {
                let context = container.newConfinedContext()
                guard let person = try context.fetch(FetchRequest(Person.self)).first else { return false }
                return person.employer?.name == "Acme" && person.tags.map(\.label) == ["x"]
            }
            let request = FetchRequest(Person.self).where(Person.employer.name == "Acme")
            guard try container.newConfinedContext().count(request) == 1 else { SuddenEnd.die(); return }
            try container.close()
        }
        try work.finish()
    }

    @Test("a reader reads rows of a layout that a writer added, and is told when an index that it uses was removed")
    func newLayouts() async throws {
        let items = items
        let model = try items.model(["a"])
        let store = try items.open(model)
        try items.insert(1...3, store, model)
        try store.close()
        let work = Signal.Work {
            try Signal.wait("open", items.folder)
            let store = try items.open(model, leaving: true)
            try items.insert(4...6, store, model)
            try Signal.wait("read", items.folder)
            try store.close()
            try items.open(items.model()).close()
        }
        let path = folder.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let items = ItemStore(folder: URL(fileURLWithPath: path))
            let model = try items.model(["a"])
            let store = try items.open(model, access: .readOnly)
            let first = try store.snapshot()
            guard try items.ones(store, model).keys == [1] else { SuddenEnd.die(); return }
            try Signal.send("open", items.folder)
            try Signal.poll { try items.ones(store, model).keys == [1, 4] }
            // A snapshot that is held keeps what it shows, under a newer plan.
            guard try items.keys(try items.plan(store, model), first) == [1] else { SuddenEnd.die(); return }
            try Signal.send("read", items.folder)
            try Signal.poll {
                do throws(StoreError) {
                    _ = try store.snapshot()
                    return false
                } catch {
                    return error.code == .incompatibleModel && error.details[.entity] == "Item"
                }
            }
            try store.close()
        }
        try work.finish()
    }

    @Test("numbers that a reader gave itself give way to those that the writer gave")
    func newEntities() async throws {
        let items = items
        let model = try items.model(others: ["Before", "Extra"])
        let store = try items.open(model, entities: ["Item"])
        try items.insert(1...3, store, model)
        try store.close()
        let work = Signal.Work {
            try Signal.wait("open", items.folder)
            let store = try items.open(model)
            try items.insert(1...6, of: "Before", store, model)
            try items.insert(7...12, of: "Extra", store, model)
            try store.close()
        }
        let path = folder.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let items = ItemStore(folder: URL(fileURLWithPath: path))
            let model = try items.model(others: ["Before", "Extra"])
            let store = try items.open(model, entities: ["Item", "Extra"], access: .readOnly)
            let early = try items.plan(of: "Extra", store, model)
            guard try items.ones(of: "Extra", store, model).keys.isEmpty else { SuddenEnd.die(); return }
            try Signal.send("open", items.folder)
            try Signal.poll { try items.ones(of: "Extra", store, model).keys == [7, 10] }
            // A plan of before does not take one entity's numbers for another's.
            guard try items.keys(early, try store.snapshot()) == [7, 10],
                try items.ones(store, model).keys == [1],
                try items.ones(of: "Extra", store, model).plan == "index Extra(a): 1 range"
            else { SuddenEnd.die(); return }
            try store.close()
        }
        try work.finish()
    }
}
