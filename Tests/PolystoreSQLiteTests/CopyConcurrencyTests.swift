import Dispatch
import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization
import Testing

@testable import PolystoreSQLite

@Suite("Copies of a store in use: concurrency")
struct CopyConcurrencyTests {
    private static func film(_ number: Int) -> Value {
        .data(Data(repeating: UInt8(truncatingIfNeeded: number), count: 120_000))
    }

    /// How the only large values are changed while copies are made.
    enum Change: CaseIterable {
        case replaced, comingAndGoing
    }

    @Test("two copies to one place are one copy and an error, and the copy is whole")
    func onePlace() async throws {
        let store = try TestStore()
        try store.insert(try (Int64(1)...40).map { try store.row("Person", $0, ["film": Self.film(Int($0))]) })
        let source = try #require(store.opening.url)
        let target = store.folder.appending(path: "copy.sqlite")
        let codes = await withTaskGroup(of: StoreError.Code?.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do {
                        try StoreType.sqlite.copy(.init(.sqlite, at: source), .init(.sqlite, at: target))
                        return nil
                    } catch {
                        return (error as? StoreError)?.code ?? .failed
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.allSatisfy { $0 == nil || $0 == .held || $0 == .permission })
        let files = StoreFiles(target)
        #expect(!FileManager.default.fileExists(atPath: files.lock))
        #expect(try ExternalDataFolder(files: files).names().count == 40)
    }

    @Test(
        "a copy that is made while large values are changed has every file that its rows name",
        arguments: Change.allCases)
    func externalData(_ change: Change) throws {
        let store = try TestStore()
        let keys: [Int64] = change == .replaced ? [1, 2, 3, 4] : [1]
        try store.insert(try keys.map { try store.row("Person", $0, ["film": Self.film(0)]) })
        let isOver = Atomic(false)
        let failure = Mutex<(any Error)?>(nil)
        let writer = DispatchGroup()
        // SAFETY: the store is used by the writer alone until it has ended.
        nonisolated(unsafe) let written = store
        let source = try #require(store.opening.url)
        DispatchQueue.global().async(group: writer) {
            do {
                var number = 0
                while !isOver.load(ordering: .relaxed) {
                    number += 1
                    let key = change == .replaced ? number % 4 + 1 : 1
                    let row = try #require(try written.fetch("Person", Int64(key)))
                    let isLarge = change == .replaced || number % 2 == 0
                    try written.set(row, "film", isLarge ? Self.film(number) : .data(Data([1])))
                    try written.save(written.changes(updating: [row]))
                    // For a while there is no file at all, then, and the next copy may begin with one.
                    if change == .comingAndGoing { Thread.sleep(forTimeInterval: 0.003) }
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        let copies = (1...12).map { store.folder.appending(path: "copy\($0).sqlite") }
        let outcome = Result {
            for copy in copies {
                do {
                    try StoreType.sqlite.copy(.init(.sqlite, at: source), .init(.sqlite, at: copy))
                } catch let error as StoreError where error.code == .timeout {
                    // A store that changes faster than it is copied is told as that.
                    #expect(!FileManager.default.fileExists(atPath: copy.path))
                }
            }
        }
        isOver.store(true, ordering: .relaxed)
        writer.wait()
        try outcome.get()
        #expect(failure.withLock { $0 } == nil)
        for copy in copies where FileManager.default.fileExists(atPath: copy.path) {
            let settings = ConnectionSettings(
                store: "copy", path: copy.path, busyTimeout: 100, cacheSize: 1 << 20, memoryMap: 0)
            let named = try ExternalReferences.names(Connection(.read, settings))
            #expect(named.isSubset(of: try ExternalDataFolder(files: StoreFiles(copy)).names()))
            let opened = try TestStore(folder: store.folder, name: copy.lastPathComponent) {
                $0.openIdentifiers = [store.store.identifier]
                $0.opensAsCopy = true
            }
            let snapshot = try opened.snapshot()
            for key in keys {
                let version = try #require(try opened.fetch("Person", key)).version
                let data = try snapshot.deferredData(
                    opened.entity("Person").rootNumber, key: key, version: version, property: PropertyKey("film")
                )
                #expect(data?.count == 120_000 || data == Data([1]) && change == .comingAndGoing)
            }
        }
    }
}
