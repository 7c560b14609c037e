import Foundation
import Polystore
import Testing

/// A process that only reads several stores, beside the one that writes them.
@Suite("Several stores read beside another process that writes them", .serialized)
struct ReadingProcessTests {
    private static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Reads until it is told to end, and counts.
    private final class Reading: Sendable {
        let isOver = Locked(false)
        let count = Locked(0)

        func run(_ ledger: Ledger, _ container: PersistentContainer) throws {
            while !isOver.withLock({ $0 }) {
                let fault = try ledger.fault(in: container)
                try #require(fault == nil, "\(ledger.layout) after \(count.withLock { $0 }) reads")
                count.withLock { $0 += 1 }
            }
            try container.close()
        }
    }

    @Test(
        "every answer is of one moment, whatever the other process saves and whenever it is killed",
        arguments: Ledger.Layout.allCases)
    func oneMoment(_ layout: Ledger.Layout) async throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        let ledger = Ledger(folder: folder, layout: layout)
        try ledger.make()
        let reading = Reading()
        // Opened while no writer has been killed: stores that lack a save are not opened for reading.
        let container = try ledger.open(.readOnly) { $0.lockTimeout = .seconds(60) }
        async let reader: Void = withCheckedThrowingContinuation { continuation in
            // A thread of its own: work that never waits would keep one of the few of all tasks.
            Thread.detachNewThread { continuation.resume(with: Result { try reading.run(ledger, container) }) }
        }
        for life in [0.3, 0.5, 0.2] {
            await #expect(processExitsWith: .signal(SuddenEnd.signal)) {
                [path = folder.path as String, layout = layout.rawValue as String, life = life as Double] in
                let layout = try #require(Ledger.Layout(rawValue: layout))
                try LedgerWriter.run(until: life, Ledger(folder: URL(filePath: path), layout: layout))
            }
        }
        // What the last one left by halves is made whole by the next that writes.
        await #expect(processExitsWith: .success) {
            [path = folder.path as String, layout = layout.rawValue as String] in
            let layout = try #require(Ledger.Layout(rawValue: layout))
            try Ledger(folder: URL(filePath: path), layout: layout).open { $0.lockTimeout = .seconds(60) }.close()
        }
        reading.isOver.withLock { $0 = true }
        try await reader
        #expect(reading.count.withLock { $0 } >= 100)
        let writable = try ledger.open()
        #expect(try ledger.fault(in: writable) == nil)
        try writable.close()
    }
}
