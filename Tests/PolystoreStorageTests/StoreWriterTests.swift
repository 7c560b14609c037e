import PolystoreModel
import Foundation
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("The writer of a store")
struct StoreWriterTests {
    let store: ReferenceStore
    let writer: StoreWriter
    let snapshots: SnapshotPool

    init() throws {
        store = try ReferenceGraph.store(try ReferenceGraph.model())
        snapshots = SnapshotPool(store)
        writer = StoreWriter(
            store, name: "reference", durability: .full, timeout: .seconds(10), commitBarrier: CommitBarrier(),
            snapshots: snapshots)
    }

    private func insert(_ key: Int64, name: String = "Acme") throws -> StoreChanges {
        var changes = StoreChanges()
        changes.inserts = [
            try ReferenceGraph.row("Company", store.layouts, key: key, ["name": .string("\(name) \(key)")])
        ]
        return changes
    }

    /// Saves all at once, in one transaction unless that fails.
    private func saveTogether(_ saves: [StoreChanges]) -> [Result<CommitNumber, StoreError>] {
        // The writer is kept busy until all saves wait.
        let gate = DispatchSemaphore(value: 0)
        let waiting = DispatchSemaphore(value: 0)
        writer.enqueue { _ throws(StoreError) in
            waiting.signal()
            gate.wait()
        } completion: { _ in
        }
        waiting.wait()
        let results = Locked<[Result<CommitNumber, StoreError>]>([])
        let group = DispatchGroup()
        for save in saves {
            Thread.detachNewThread { [writer] in
                let result = Result { () throws(StoreError) in try writer.save(save) }
                results.withLock { $0.append(result) }
                group.leave()
            }
            group.enter()
        }
        Thread.sleep(forTimeInterval: 0.2)
        gate.signal()
        group.wait()
        return results.withLock { $0 }
    }

    private func failures(_ results: [Result<CommitNumber, StoreError>]) -> [StoreError] {
        results.compactMap { result in
            if case .failure(let error) = result { error } else { nil }
        }
    }

    @Test("saves that wait share one transaction, and each keeps its own conflicts")
    func groupCommit() throws {
        let failures = failures(saveTogether(try (0..<20).map { try insert(Int64($0 % 19 + 1)) }))
        #expect(failures.map(\.code) == [.conflict])
        #expect(failures.first?.conflicts?.versions.count == 1)
        #expect(store.counter[.commit] < 20)
        let company = try #require(try ReferenceGraph.model().entity(named: "Company"))
        var rows = 0
        try snapshots.newest().rows(company.rootNumber, keys: Array(1...20)) { batch in
            rows += batch.count
            return true
        }
        #expect(rows == 19)
    }

    @Test(
        "saves whose shared transaction finds no space are tried each in its own",
        arguments: [
            ReferenceStore.Point.prepare, .commit,
        ])
    func fullGroup(_ point: ReferenceStore.Point) throws {
        store.fail(point, with: StoreError(.full))
        #expect(failures(saveTogether(try (1...5).map { try insert($0) })).isEmpty)
        #expect(try store.newestCommit() == 5)
        #expect(writer.state == .open)
    }

    @Test("an error at commit leaves the store failed, and it refuses everything until it is closed")
    func failureAtCommit() throws {
        store.fail(.commit, with: StoreError(.inputOutput))
        let error = #expect(throws: StoreError.self) { try writer.save(try insert(1)) }
        #expect(error?.code == .inputOutput)
        #expect(error?.details[.store] == "reference")
        #expect(writer.state == .failed)
        let next = #expect(throws: StoreError.self) { try writer.save(try insert(2)) }
        #expect(next?.code == .failed)
        try writer.close()
        let last = #expect(throws: StoreError.self) { try writer.save(try insert(3)) }
        #expect(last?.code == .closed)
    }

    @Test("a full disk undoes the save and leaves the store open")
    func fullDisk() throws {
        for point in [ReferenceStore.Point.begin, .apply, .prepare, .commit] {
            store.fail(point, with: StoreError(.full))
            let error = #expect(throws: StoreError.self) { try writer.save(try insert(1)) }
            #expect(error?.code == .full)
            #expect(writer.state == .open)
        }
        #expect(try writer.save(try insert(1)) == 1)
    }

    @Test("a save whose turn does not come in time is a timeout, and is not made later")
    func timeout() throws {
        let impatient = StoreWriter(
            store, name: "reference", durability: .full, timeout: .milliseconds(50), commitBarrier: CommitBarrier(),
            snapshots: snapshots)
        let held = try impatient.participate(until: Date(timeIntervalSinceNow: 10))
        let error = #expect(throws: StoreError.self) { try impatient.save(try insert(1)) }
        #expect(error?.code == .timeout)
        held.end()
        #expect(try impatient.perform { store throws(StoreError) in try store.newestCommit() } == 0)
    }

    @Test("a participation holds the store from begin to its end")
    func participation() throws {
        let held = try writer.participate(until: Date(timeIntervalSinceNow: 10))
        held.apply(try insert(1))
        try held.waitUntilApplied()
        held.prepare()
        #expect(try held.waitUntilPrepared() == 1)
        #expect(try snapshots.newest().commit == 0)
        #expect(writer.state == .prepared)
        #expect(try held.commit() == 1)
        #expect(try snapshots.newest().commit == 1)
        let early = #expect(throws: StoreError.self) { try writer.participate(until: Date()) }
        #expect(early?.code == .timeout)
        held.end()

        let undone = try writer.participate(until: Date(timeIntervalSinceNow: 10))
        undone.apply(try insert(1))
        let error = #expect(throws: StoreError.self) { try undone.waitUntilApplied() }
        #expect(error?.code == .conflict)
        undone.end()
        undone.end()
        #expect(writer.state == .open)
        #expect(try writer.save(try insert(2)) == 2)
    }

    @Test("a save that finds the writer idle happens on its caller's thread, another on the writer's")
    func oneThread() throws {
        let threads = Locked<[String]>([])
        store.onCommit.withLock { hook in
            hook = { threads.withLock { $0.append("\(ObjectIdentifier(Thread.current))") } }
        }
        let own = "\(ObjectIdentifier(Thread.current))"
        for key in 1...5 { _ = try writer.save(try insert(Int64(key))) }
        #expect(threads.withLock { $0 } == [String](repeating: own, count: 5))

        let held = try writer.participate(until: Date(timeIntervalSinceNow: 10))
        let changes = try insert(6)
        let ended = DispatchSemaphore(value: 0)
        let outcome = Locked<Result<CommitNumber, StoreError>?>(nil)
        let waiting = Thread { [writer] in
            let result = Result { () throws(StoreError) in try writer.save(changes) }
            outcome.withLock { $0 = result }
            ended.signal()
        }
        waiting.start()
        held.apply(try insert(7))
        try held.waitUntilApplied()
        held.prepare()
        #expect(try held.waitUntilPrepared() == 6)
        _ = try held.commit()
        held.end()
        #expect(ended.wait(timeout: .now() + 30) == .success)
        _ = try outcome.withLock { $0 }?.get()
        // The participation found the writer idle; the save waited for it, or came after it and was its own caller's.
        #expect(threads.withLock { $0 }.dropFirst(5).filter { $0 == own }.count == 1)
        #expect(threads.withLock { $0.count } == 7)
    }
}
