import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreReferenceStore
import PolystoreStorage
import Testing

/// Stores that are open for reading while others write them: here, behind the coordinator's back.
@Suite("Snapshots of several stores that other processes write")
struct SharedCutTests {
    private let coordinator: PersistentStoreCoordinator
    private let first: ReferenceStore
    private let second: ReferenceStore

    init() throws {
        let opened = Locked<[ReferenceStore]>([])
        let type = StoreType.reference("reference", disk: ReferenceDisk(), sharedReading: true) { store in
            opened.withLock { $0.append(store) }
        }
        coordinator = PersistentStoreCoordinator(model: try ReferenceGraph.model(), storeTypes: [type], trace: nil)
        let entities = coordinator.model.entities.filter { $0.superentity == nil }.map(\.name)
        let groups = [["Person"], entities.filter { $0 != "Person" }]
        try coordinator.addStores(
            groups.enumerated().map { index, entities in
                var store = PersistentStoreDescription(
                    name: "store\(index)", type: type, url: URL(filePath: "/store\(index)"))
                store.entities = entities
                store.access = .readOnly
                store.lockTimeout = .milliseconds(5)
                return store
            })
        (first, second) = try opened.withLock { try (#require($0.first), #require($0.last)) }
    }

    private static func save(_ store: ReferenceStore, _ change: (inout StoreChanges) -> Void = { _ in }) {
        var changes = StoreChanges()
        changes.metadata = ["saved": "once more"]
        change(&changes)
        do {
            try store.begin(.full)
            try store.apply(changes)
            try store.prepare()
            _ = try store.commit()
        } catch {
            Issue.record(error)
        }
    }

    private func commits() throws -> [CommitNumber] {
        let snapshot = try coordinator.snapshot()
        return coordinator.stores.map { snapshot.commit(of: $0.number) ?? 0 }
    }

    @Test("saves of one store after the other that come between the snapshots are all seen, or none")
    func skew() throws {
        #expect(try commits() == [0, 0])
        second.onSnapshot.withLock { hook in
            hook = { [first, second] in
                Self.save(first)
                Self.save(second)
            }
        }
        Self.save(second)
        #expect(try commits() == [1, 2])
    }

    @Test("stores that are written all the while are an error that names them after the time is over")
    func restless() throws {
        first.onSnapshot.withLock { $0 = { [second] in Self.save(second) } }
        second.onSnapshot.withLock { $0 = { [first] in Self.save(first) } }
        let error = #expect(throws: StoreError.self) { try coordinator.snapshot() }
        #expect(error?.code == .timeout)
        #expect(error?.details[.store] == "store0, store1")
        for store in [first, second] { store.onSnapshot.withLock { $0 = nil } }
        #expect(try coordinator.snapshot().commits.count == 2)
    }

    @Test("a save over both stores is waited for where it is in one of them only")
    func half() throws {
        let domain = CommitDomain(log: UUID(), isOpen: true)
        for store in [first, second] { Self.save(store) { $0.domain = .set(domain) } }
        #expect(try commits() == [1, 1])
        let mark = JointMark(number: 1, commits: [first.identifier: 2, second.identifier: 2])
        Self.save(first) { $0.joint = mark }
        Self.save(first)
        let error = #expect(throws: StoreError.self) { try coordinator.snapshot() }
        #expect(error?.code == .timeout)
        #expect(error?.details[.reason]?.contains("'store1'") == true)
        Self.save(second) { $0.joint = mark }
        #expect(try commits() == [3, 2])
    }

    @Test("a mark is its number and the commit of each store, in bytes that are read back")
    func bytes() throws {
        for count in [0, 1, 5] {
            let commits = (0..<count).map { (UUID(), CommitNumber.max - CommitNumber($0)) }
            let mark = JointMark(number: .max - 1, commits: Dictionary(uniqueKeysWithValues: commits))
            #expect(mark.bytes.count == 8 + 24 * count)
            #expect(mark.bytes.withUnsafeBytes { JointMark(bytes: $0) } == mark)
            #expect(mark.bytes.dropLast().withUnsafeBytes { JointMark(bytes: $0) } == nil)
        }
    }
}
