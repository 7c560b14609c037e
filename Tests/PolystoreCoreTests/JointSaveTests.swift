import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Saves over several stores")
struct JointSaveTests {
    private func changes(
        _ fixture: GraphFixture, _ key: Int64, version: UInt32 = 1
    ) throws -> ChangeSet {
        var changes: ChangeSet = [:]
        for (store, entity) in [("people", "Person"), ("companies", "Company"), ("rest", "Selection")] {
            let attached = try #require(fixture.coordinator.store(named: store))
            let row = try ReferenceGraph.row(entity, attached.store.layouts, key: key, version: version, [:])
            if version == 1 {
                changes[attached.number, default: StoreChanges()].inserts = [row]
            } else {
                changes[attached.number, default: StoreChanges()].updates = [row]
            }
        }
        return changes
    }

    private func count(_ fixture: GraphFixture) throws -> [Int] {
        try ["Person", "Company", "Selection"].map { try fixture.count(FetchRequestDescription(entityName: $0)) }
    }

    @Test("a save over three stores is one commit in each, and volatile stores come last")
    func all() throws {
        let fixture = try GraphFixture(.split)
        let first = try fixture.coordinator.save(try changes(fixture, 9))
        let order = Locked<[String]>([])
        for name in ["rest", "people", "companies"] {
            try fixture.reference(name).onCommit.withLock { $0 = { order.withLock { $0.append(name) } } }
        }
        let receipt = try fixture.coordinator.save(try changes(fixture, 1))
        #expect(receipt.commits.count == 3)
        #expect(receipt.commits == first.commits.mapValues { $0 + 1 })
        #expect(order.withLock { $0.count } == 3)
        #expect(order.withLock { $0.last } == "rest")
        #expect(try count(fixture) == [2, 2, 2])
        #expect(try fixture.coordinator.save([:]).commits.isEmpty)
    }

    @Test("conflicts of all stores come together, and nothing is written")
    func conflicts() throws {
        let fixture = try GraphFixture(.split)
        _ = try fixture.coordinator.save(try changes(fixture, 1))
        let stale = try changes(fixture, 1, version: 3)
        let error = #expect(throws: CoordinatorError.self) { try fixture.coordinator.save(stale) }
        #expect(error?.code == .conflict)
        #expect(error?.conflicts.count == 3)
        #expect(error?.conflicts.values.allSatisfy { $0.versions.map(\.found) == [1] } == true)
        #expect(fixture.coordinator.stores.allSatisfy { $0.state == .open })
        _ = try fixture.coordinator.save(try changes(fixture, 1, version: 2))
    }

    @Test(
        "a failure before the first commit undoes everything in every store",
        arguments: [ReferenceStore.Point.begin, .apply, .prepare], ["people", "companies", "rest"])
    func failureBefore(_ point: ReferenceStore.Point, _ store: String) throws {
        let fixture = try GraphFixture(.split)
        // The first save makes the log known to the stores.
        _ = try fixture.coordinator.save(try changes(fixture, 9))
        try fixture.reference(store).fail(point, with: StoreError(.full))
        let error = #expect(throws: CoordinatorError.self) { try fixture.coordinator.save(try changes(fixture, 1)) }
        #expect(error?.code == .store)
        #expect((error?.cause as? StoreError)?.code == .full)
        #expect(error?.details[.store] == store)
        #expect(try count(fixture) == [1, 1, 1])
        _ = try fixture.coordinator.save(try changes(fixture, 1))
        #expect(try count(fixture) == [2, 2, 2])
    }

    @Test(
        "a store that cannot commit what was decided is told, and makes up for it before it is read or saved to",
        arguments: ["people", "companies", "rest"])
    func behind(_ store: String) throws {
        let fixture = try GraphFixture(.split)
        _ = try fixture.coordinator.save(try changes(fixture, 1))
        let reference = try fixture.reference(store)
        reference.fail(.commit, with: StoreError(.full), isLasting: true)
        let error = #expect(throws: CoordinatorError.self) { try fixture.coordinator.save(try changes(fixture, 2)) }
        #expect(error?.code == .storeBehind)
        #expect(error?.details[.store] == store)
        #expect(error?.committed.count == 3)
        let attached = try #require(fixture.coordinator.store(named: store))
        #expect(attached.writer.isBehind)
        // It still cannot: nothing shows the others with the save and it without.
        let refused = #expect(throws: FetchError.self) { try count(fixture) }
        #expect((refused?.cause as? StoreError)?.code == .behind)
        #expect((refused?.cause as? StoreError)?.details[.store] == store)
        #expect(attached.writer.isBehind)
        reference.recover()
        #expect(try count(fixture) == [2, 2, 2])
        #expect(!attached.writer.isBehind)
        let marks = try fixture.coordinator.stores.filter(\.isDurable).map { try $0.metadata.joint }
        #expect(marks[0] != nil && Set(marks).count == 1, "the store has the mark of the save that it made up for")
        reference.fail(.commit, with: StoreError(.full))
        #expect(throws: CoordinatorError.self) { try fixture.coordinator.save(try changes(fixture, 3)) }
        let receipt = try fixture.coordinator.save(try changes(fixture, 4))
        #expect(try count(fixture) == [4, 4, 4])
        #expect(try fixture.coordinator.snapshot().commits == receipt.commits)
    }

    @Test("no store takes another save before a save over several stores is in all of them")
    func writersAreHeld() throws {
        let fixture = try GraphFixture(.split)
        let coordinator = fixture.coordinator
        let steps = Locked(0)
        coordinator.observeJointCommits { step in
            guard case .committed = step else { return }
            steps.withLock { $0 += 1 }
            for store in coordinator.stores {
                let error = #expect(throws: StoreError.self) { try store.writer.participate(until: Date()).end() }
                #expect(error?.code == .timeout)
            }
        }
        _ = try coordinator.save(try changes(fixture, 1))
        #expect(steps.withLock { $0 } == 3)
    }

    @Test(
        "while a store is behind or failed, the others are read and saved to; what concerns it names it",
        arguments: ["people", "companies", "rest"], [StoreError.Code.full, .inputOutput])
    func othersServe(_ store: String, _ code: StoreError.Code) throws {
        let fixture = try GraphFixture(.split)
        let coordinator = fixture.coordinator
        let homes = [("people", "Person"), ("companies", "Company"), ("rest", "Selection")]
        _ = try coordinator.save(try changes(fixture, 1))
        let reference = try fixture.reference(store)
        reference.fail(.commit, with: StoreError(code), isLasting: true)
        let error = #expect(throws: CoordinatorError.self) { try coordinator.save(try changes(fixture, 2)) }
        #expect(error?.code == .storeBehind)
        let expected = code == .full ? StoreError.Code.behind : .failed
        for (home, entity) in homes {
            let attached = try #require(coordinator.store(named: home))
            let row = try ReferenceGraph.row(entity, attached.store.layouts, key: 3, [:])
            var single = StoreChanges()
            single.inserts = [row]
            let request = FetchRequestDescription(entityName: entity)
            guard home == store else {
                #expect(try fixture.count(request) == 2)
                _ = try coordinator.save([attached.number: single])
                #expect(try fixture.count(request) == 3)
                continue
            }
            let refused = #expect(throws: FetchError.self) { try fixture.count(request) }
            let cause = try #require(refused?.cause as? StoreError)
            #expect(cause.code == expected && cause.details[.store] == store, "\(cause)")
            let change: ChangeSet = [attached.number: single]
            let unsaved = #expect(throws: CoordinatorError.self) { try coordinator.save(change) }
            #expect((unsaved?.cause as? StoreError)?.code == expected)
            #expect(unsaved?.details[.store] == store)
        }
        // Snapshots that are kept show all stores, or are not taken.
        #expect(throws: StoreError.self) { try coordinator.snapshot(isWhole: true) }
        reference.recover()
        // One that failed goes on when it is opened anew.
        guard code == .full else { return }
        #expect(try homes.map { try fixture.count(FetchRequestDescription(entityName: $0.1)) }.sorted() == [2, 3, 3])
        _ = try coordinator.snapshot(isWhole: true)
        _ = try coordinator.save(try changes(fixture, 4))
    }

    @Test("P4: while a store lacks a save, later saves over others name the commit that it lacks, for other processes")
    func markOfTheLacking() throws {
        let fixture = try GraphFixture(.mirrored)
        let coordinator = fixture.coordinator
        func save(_ homes: [(String, String)], key: Int64) throws {
            var changes: ChangeSet = [:]
            for (home, entity) in homes {
                let store = try #require(coordinator.store(named: home))
                let row = try ReferenceGraph.row(entity, store.store.layouts, key: key, [:])
                changes[store.number, default: StoreChanges()].inserts = [row]
            }
            _ = try coordinator.save(changes)
        }
        let (people, companies, tags) = (("people", "Person"), ("companies", "Company"), ("tags", "Tag"))
        try save([people, companies, tags], key: 1)
        let lacking = try #require(coordinator.store(named: "people"))
        let before = try lacking.metadata.watermark
        try fixture.reference("people").fail(.commit, with: StoreError(.full), isLasting: true)
        #expect(throws: CoordinatorError.self) { try save([people, companies], key: 2) }
        try save([companies, tags], key: 3)
        for home in ["companies", "tags"] {
            let mark = try #require(try coordinator.store(named: home)?.metadata.joint)
            #expect(mark.commits.count == 3)
            #expect(mark.isMissing(in: lacking.identifier, commit: before, mark: JointMark(number: 1)))
        }
        try fixture.reference("people").recover()
        try lacking.writer.catchUp()
        #expect(try lacking.metadata.watermark == before + 1)
        try save([companies, tags], key: 4)
        for home in ["companies", "tags"] {
            #expect(try coordinator.store(named: home)?.metadata.joint?.commits.count == 2)
        }
    }

    @Test("where one store is durable, its commit decides: a failure undoes the save everywhere")
    func firstCommit() throws {
        let fixture = try GraphFixture(.split)
        var changes = try changes(fixture, 1)
        let companies = try #require(fixture.coordinator.store(named: "companies")).number
        changes[companies] = nil
        try fixture.reference("people").fail(.commit, with: StoreError(.full))
        let error = #expect(throws: CoordinatorError.self) { try fixture.coordinator.save(changes) }
        #expect(error?.code == .store)
        #expect(try count(fixture) == [0, 0, 0])
        #expect(fixture.coordinator.stores.allSatisfy { $0.state == .open && !$0.writer.isBehind })
        _ = try fixture.coordinator.save(changes)
        #expect(try count(fixture) == [1, 0, 1])
        let log = try #require(fixture.coordinator.commitLogPath)
        #expect(!FileManager.default.fileExists(atPath: log))
    }

    @Test("changes of a read-only store are refused, naming store and entity")
    func readOnly() throws {
        let disk = ReferenceDisk()
        let model = try ReferenceGraph.model()
        var description = PersistentStoreDescription(
            name: "a", type: "scan", url: URL(fileURLWithPath: "/reference/a"))
        description.access = .readOnly
        let coordinator = PersistentStoreCoordinator(model: model, storeTypes: GraphFixture.types(disk) { _ in })
        try coordinator.addStore(description)
        let store = coordinator.stores[0]
        var changes = StoreChanges()
        changes.inserts = [try ReferenceGraph.row("Tag", store.store.layouts, key: 1, [:])]
        let error = #expect(throws: CoordinatorError.self) { try coordinator.save([store.number: changes]) }
        #expect(error?.code == .readOnly)
        #expect(error?.details[.entity] == "Tag")
    }

    @Test("a snapshot shows a save over several stores in all of them or in none, and saves in their order")
    func snapshots() throws {
        let fixture = try GraphFixture(.split)
        let coordinator = fixture.coordinator
        let saves = try (1...200).map { try changes(fixture, Int64($0)) }
        let names = ["people", "companies", "rest"]
        let numbers = names.compactMap { coordinator.store(named: $0)?.number }
        let first = try coordinator.save(try changes(fixture, 201)).commits
        let isDone = Locked(false)
        let torn = Locked(0)
        let readers = DispatchGroup()
        for _ in 0..<2 {
            readers.enter()
            Thread.detachNewThread {
                var last: CommitNumber = 0
                while !isDone.withLock({ $0 }) {
                    guard let snapshots = try? coordinator.snapshot() else { break }
                    let commits = numbers.map { (snapshots.commit(of: $0) ?? 0) - (first[$0] ?? 0) }
                    if Set(commits).count != 1 || commits[0] < last { torn.withLock { $0 += 1 } }
                    last = commits[0]
                }
                readers.leave()
            }
        }
        for save in saves { _ = try coordinator.save(save) }
        isDone.withLock { $0 = true }
        readers.wait()
        #expect(torn.withLock { $0 } == 0)
        #expect(try coordinator.snapshot().commits == first.mapValues { $0 + 200 })
    }

    @Test("saves over the same stores from many threads all pass")
    func crossing() throws {
        let fixture = try GraphFixture(.split)
        let saves = try (1...40).map { try changes(fixture, Int64($0)) }
        let failures = Locked(0)
        let coordinator = fixture.coordinator
        DispatchQueue.concurrentPerform(iterations: saves.count) { index in
            do {
                _ = try coordinator.save(saves[index])
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try count(fixture) == [40, 40, 40])
    }
}
