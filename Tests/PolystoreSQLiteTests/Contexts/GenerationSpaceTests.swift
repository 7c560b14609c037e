import Foundation
import Polystore
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// `POLYSTORE_GENERATION_SAVES` sets the number of small saves beside a generation.
@Suite("What generations keep in the log of a SQLite store")
struct GenerationSpaceTests {
    private static let saves =
        ProcessInfo.processInfo.environment["POLYSTORE_GENERATION_SAVES"].flatMap(Int.init) ?? 3000

    /// A container of 100 firms that does not wait for the disk, which changes no length.
    private func withFirms(
        _ body: (PersistentContainer, PersistentStoreDescription) async throws -> Void
    ) async throws {
        let folder = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        var description = PersistentStoreDescription(
            name: "all", type: "sqlite", url: folder.appending(path: "all.sqlite"))
        description.durability = .losesLastSavesOnPowerCut
        let container = try PersistentContainer(
            model: [Firm.self, Member.self], stores: [description], storeTypes: [.sqlite])
        let context = container.newConfinedContext()
        for number in 0..<100 { try context.insert(Firm.self) { $0.name = "f\(number)" } }
        try context.save()
        try await body(container, description)
        try container.close()
    }

    private func logLength(_ store: PersistentStoreDescription) -> Int {
        store.url.flatMap { SystemFile.size($0.path + "-wal") } ?? 0
    }

    private func update(_ container: PersistentContainer, _ count: Int, after: () throws -> Void = {}) throws {
        let context = container.newConfinedContext()
        let firms = try context.fetch(FetchRequest(Firm.self))
        for number in 0..<count {
            let firm = firms[number % firms.count]
            firm.name = firm.name.hasSuffix("'") ? String(firm.name.dropLast()) : firm.name + "'"
            try context.save()
            try after()
        }
    }

    /// What another process is shown.
    private static func heldLogBytes(_ path: String) throws -> Int? {
        try StoreType.sqlite.readers(of: .init(.sqlite, at: URL(fileURLWithPath: path)))?.heldLogBytes
    }

    private func reader(_ container: PersistentContainer) throws -> ManagedObjectContext {
        let context = container.newConfinedContext()
        try context.setQueryGeneration(.current)
        #expect(try context.count(FetchRequest(Firm.self)) == 100)
        return context
    }

    @Test("beside an older generation the log grows up to the limit; then that ends and the log is cut off")
    func bounded() async throws {
        try await withFirms { container, store in
            let limit = 8 << 20
            container.coordinator.queryGenerationLimit.bytes = limit
            let reader = try reader(container)
            let token = try #require(reader.queryGeneration)
            var longest = 0
            try update(container, Self.saves) { longest = max(longest, logLength(store)) }
            #expect(token.end == .bytes)
            // The log had what it may have without a reader before, and what comes before the next copying behind.
            #expect(longest > limit && longest <= limit + 8 << 20, "\(longest)")
            #expect(logLength(store) <= 4 << 20)
            #expect { try reader.count(FetchRequest(Firm.self)) } throws: {
                ($0 as? StoreError)?.generationEnd == .bytes && ($0 as? StoreError)?.details[.limit] == "\(limit) bytes"
            }
            reader.reset()
            #expect(try reader.count(FetchRequest(Firm.self)) == 100)
        }
    }

    @Test("metrics tell which contexts hold a generation, since when, how many commits behind, and at what cost")
    func metrics() async throws {
        try await withFirms { container, store in
            let context = try reader(container)
            (context.name, context.transactionAuthor) = ("report", "Ada")
            let other = container.newConfinedContext()
            try other.setQueryGeneration(context.queryGeneration)
            other.name = "export"
            try update(container, 50)
            let report = try #require(container.coordinator.queryGenerations.first)
            #expect(container.coordinator.queryGenerations.count == 1)
            #expect(Set(report.holders.map(\.contextName)) == ["report", "export"])
            #expect(report.holders.first { $0.contextName == "report" }?.author == "Ada")
            #expect(report.stores.map(\.store) == ["all"])
            #expect(report.stores.first?.commitsBehind == 50)
            #expect(report.bytes >= 50 * 4096 && report.bytes <= logLength(store))
            #expect(report.takenAt <= Date() && report.age > .zero)
            let token = context.queryGeneration
            for held in [context, other] { try held.setQueryGeneration(nil) }
            withExtendedLifetime(token) {
                #expect(container.coordinator.queryGenerations.map(\.holders) == [[]])
            }
        }
        // The token is gone, too.
        try await withFirms { container, _ in
            try reader(container).setQueryGeneration(nil)
            #expect(container.coordinator.queryGenerations.isEmpty)
        }
    }

    @Test("another process is shown how much of the log a reader keeps, and nothing when it has gone")
    func heldLog() async throws {
        try await withFirms { container, store in
            let path = try #require(store.url?.path)
            try update(container, 10)
            let reader = try reader(container)
            await #expect(processExitsWith: .success) { [path = path as String] in
                let held = try GenerationSpaceTests.heldLogBytes(path)
                #expect(held == 0)
            }
            try update(container, 10)
            await #expect(processExitsWith: .success) { [path = path as String] in
                let held = try GenerationSpaceTests.heldLogBytes(path)
                #expect(try #require(held) >= 10 * 4096)
            }
            try reader.setQueryGeneration(nil)
            await #expect(processExitsWith: .success) { [path = path as String] in
                let held = try GenerationSpaceTests.heldLogBytes(path)
                #expect(held == 0)
            }
            #expect(throws: StoreError.self) { try StoreType.sqlite.readers(of: store) }
        }
    }
}
