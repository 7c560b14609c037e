import Foundation
import Polystore
import PolystoreRandom
import PolystoreStorage
import TestFolders
import Testing

@testable import PolystoreLMDB

extension DiskTests {
    /// Saves on a disk that fails at each of its operations in turn.
    @Suite("LMDB stores on a disk that fails")
    struct FailingDiskTests {
        /// What a program sees of a stream of saves.
        private struct Seen {
            /// The saves that returned.
            var acknowledged: Set<String> = []
            /// The saves that threw: what came of them is known after the next opening.
            var unknown: Set<String> = []
            var errors: [StoreError] = []
        }

        @Test(
            "P2, P7: each operation that fails is told by a typed error, and what was saved is there afterwards",
            arguments: [
                (DiskCalls.Kinds.write, EIO), (.write, ENOSPC), (.sync, EIO), (.sync, ENOSPC), (.truncate, ENOSPC),
            ])
        func failures(_ kinds: DiskCalls.Kinds, _ number: Int32) throws {
            defer { DiskCalls.stop() }
            for isLasting in [false, true] {
                var position = 0
                while true {
                    let folder = try TemporaryFolder("lmdb")
                    DiskCalls.watch(folder.url)
                    DiskCalls.fail(kinds, after: position, error: number, isLasting: isLasting)
                    let seen = use(Graph(folder))
                    let failures = DiskCalls.failures
                    DiskCalls.stop()
                    if failures == 0 { break }
                    try expectWhole(Graph(folder), seen, "\(kinds) \(position), error \(number), lasting \(isLasting)")
                    // The first operations make the store; later ones are those of saves, over and over.
                    position += position < 10 ? 1 : 4
                }
                #expect(position > 0)
            }
        }

        /// Opens a store, saves some people, and closes.
        private func use(_ graph: Graph) -> Seen {
            var seen = Seen()
            func attempt(_ body: () throws -> Void) {
                do {
                    try body()
                } catch {
                    guard let error = storeError(error) else {
                        Issue.record("\(error)")
                        return
                    }
                    seen.errors.append(error)
                }
            }
            attempt {
                let container = try graph.open()
                for name in ["Ada", "Bob", "Cleo", "Dan"] {
                    attempt {
                        let context = container.newConfinedContext()
                        try context.insert(Person.self) { ($0.name, $0.photo) = (name, Data(count: 9000)) }
                        seen.unknown.insert(name)
                        try context.save()
                        seen.unknown.remove(name)
                        seen.acknowledged.insert(name)
                    }
                }
                try container.close()
            }
            return seen
        }

        private func expectWhole(_ graph: Graph, _ seen: Seen, _ place: String) throws {
            let codes = Set(seen.errors.map(\.code))
            // What closes a store, or warns beside it, may fail without an error for the program.
            #expect(
                codes.isSubset(of: [.inputOutput, .full, .failed, .keysUnavailable, .closed]), "\(place): \(codes)")
            let container = try graph.open()
            let names = Set(try Graph.names(container))
            #expect(names.isSuperset(of: seen.acknowledged), "\(place): \(names)")
            #expect(names.isSubset(of: seen.acknowledged.union(seen.unknown)), "\(place): \(names)")
            #expect(try Graph.findings(container).isEmpty, "\(place)")
            try container.close()
        }

        @Test("P7: a file whose first pages are not read to their end is no other program's")
        func shortReads() throws {
            defer { DiskCalls.stop() }
            let folder = try TemporaryFolder("lmdb")
            try Graph(folder).open().close()
            var (position, refusals) = (0, 0)
            while true {
                DiskCalls.watch(folder.url)
                DiskCalls.shortenRead(after: position)
                do { try Graph(folder).open().close() } catch {
                    #expect(storeError(error)?.code == .inputOutput, "read \(position): \(error)")
                    refusals += 1
                }
                if DiskCalls.failures == 0 { break }
                position += 1
            }
            // The library takes less than it asked for as the end of the file; whatever else reads goes on.
            #expect(position > 1 && refusals > 0)
        }

        @Test("P7: a read that gives half of what was asked for goes on to the end of the file")
        func halfRead() throws {
            let folder = try TemporaryFolder("lmdb")
            defer { DiskCalls.stop() }
            let file = folder.url("file")
            let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
            try Data(bytes).write(to: file)
            let reader = try FileReader(file.path)
            for count in [1000, 100, 2000] {
                DiskCalls.watch(folder.url)
                DiskCalls.shortenRead(after: 0)
                #expect(try reader.bytes(from: 0, count: count) == Array(bytes.prefix(count)))
                #expect(DiskCalls.failures == 1)
            }
        }

        @Test("a store whose last keys cannot be given back is closed all the same")
        func closing() throws {
            defer { DiskCalls.stop() }
            let folder = try TemporaryFolder("lmdb")
            let container = try Graph(folder).open()
            try container.newConfinedContext().insert(Person.self) { $0.name = "Ada" }
            DiskCalls.watch(folder.url)
            DiskCalls.fail(.write, after: 0, error: ENOSPC, isLasting: false)
            let error = #expect(throws: CoordinatorError.self) { try container.close() }
            #expect(error.flatMap(storeError)?.code == .full)
            try Graph(folder).open().close()
        }

        private func storeError(_ error: any Error) -> StoreError? {
            var cause: (any Error)? = error
            var found: StoreError?
            while let current = cause {
                if let error = current as? StoreError { found = error }
                cause = (current as? any StructuredError)?.cause
            }
            return found
        }
    }
}
