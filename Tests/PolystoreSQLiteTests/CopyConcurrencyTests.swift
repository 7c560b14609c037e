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

    @Test("a copy that is made while large values are replaced has every file that its rows name")
    func externalData() throws {
        let store = try TestStore()
        try store.insert(try (1...4).map { try store.row("Person", $0, ["film": Self.film(0)]) })
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
                    let row = try #require(try written.fetch("Person", Int64(number % 4 + 1)))
                    try written.set(row, "film", Self.film(number))
                    try written.save(written.changes(updating: [row]))
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        let copies = (1...12).map { store.folder.appending(path: "copy\($0).sqlite") }
        let outcome = Result {
            for copy in copies {
                do {
                    try StoreType.sqlite.copy(source, copy)
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
            let opened = try TestStore(folder: store.folder, name: copy.lastPathComponent) {
                $0.openIdentifiers = [store.store.identifier]
                $0.opensAsCopy = true
            }
            let snapshot = try opened.snapshot()
            for key in Int64(1)...4 {
                let version = try #require(try opened.fetch("Person", key)).version
                let data = try snapshot.deferredData(
                    opened.entity("Person").rootNumber, key: key, version: version, property: PropertyKey("film"))
                #expect(data?.count == 120_000)
            }
        }
    }
}
